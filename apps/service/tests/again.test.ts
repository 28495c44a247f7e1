import { times } from "@colonnade/domain/limits.ts";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { Announcing } from "./support/announcing.ts";
import { databases } from "./support/databases.ts";
import { type Fixture, registerThree, startFixture } from "./support/fixture.ts";
import { alice, bob, carol, type Person } from "./support/people.ts";
import { newTxId } from "./support/review.ts";

const dropped = "dropped_too_expensive";
/** So many failed transactions one who announces has asked after again. */
const room = 20;
/** So many of the senders' own, and of what visitors say was sent again, are asked after in a round. */
const ownInRound = 10;
const visitorsInRound = 5;
/** Milliseconds, in which the smallest sequence is found that fails. */
const TIMEOUT = 300_000;

describe.each(databases)("Failed transactions that are announced again, on %s", (_, open) => {
  let fixture: Fixture;
  let people: Announcing;

  beforeAll(async () => {
    fixture = await startFixture({
      database: await open(),
      environment: { COLONNADE_TRUSTED_PROXIES: "1" },
    });
    people = new Announcing(fixture);
    await registerThree(fixture);
  });

  afterAll(() => fixture.close());
  afterEach(async () => {
    vi.useRealTimers();
    fixture.node.isDown = false;
    await forgetAnnounced();
  });

  const forgetAnnounced = () => fixture.database.kysely.deleteFrom("pending_events").execute();
  const pass = (milliseconds: number) =>
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds });
  const etag = async () =>
    (await fetch(`${fixture.service.origin}/api/orgs?limit=1`)).headers.get("etag");

  /** Announced by bob and dropped, as he is told. */
  async function announceDropped(): Promise<string> {
    const txId = await people.announcePending(bob);
    people.say(txId, bob, dropped);
    await fixture.service.askNode();
    expect(await people.told(txId, bob)).toEqual([["FAILED", dropped]]);
    return txId;
  }

  /** Some that were dropped, straight into the table: the route lets some more than a hundred a minute through. */
  async function addDropped(person: Person, count: number): Promise<string[]> {
    const rows = Array.from({ length: count }, () => ({
      tx_id: newTxId(),
      sender: person.address,
      event: "EDIT_ENDORSEMENT",
      metadata: "{}",
      announced_at: 1,
      known_at: 1,
      verified: true,
      failure: dropped,
    }));
    for (const { tx_id } of rows) people.say(tx_id, person, dropped);
    await fixture.database.kysely.insertInto("pending_events").values(rows).execute();
    return rows.map(({ tx_id }) => tx_id);
  }

  /** What happens while the node does not answer, so that it is for the next rounds to ask. */
  async function whileDown(tell: () => Promise<void>): Promise<void> {
    fixture.node.isDown = true;
    await tell();
    fixture.node.isDown = false;
  }

  it.each([
    ["its sender", (txId: string) => people.announce(txId, bob)],
    ["a visitor", (txId: string) => people.announceAsVisitor(txId, bob)],
  ])("are PENDING again when %s says so, while the node does not answer", async (_who, tell) => {
    const txId = await announceDropped();
    expect(await people.asksAfter(txId)).toBe(false);
    await whileDown(() => tell(txId));
    people.say(txId, bob);
    expect(await people.told(txId, bob)).toEqual([["FAILED", dropped]]);
    await fixture.service.askNode();
    expect(await people.told(txId, bob)).toEqual([["PENDING", null]]);
  });

  it("are PENDING again when visitors have asked enough to have it asked after at once", async () => {
    const txId = await announceDropped();
    fixture.node.asked.length = 0;
    for (let more = true; more; ) {
      const other = newTxId();
      await people.announceAsVisitor(other, alice);
      more = fixture.node.asked.splice(0).includes(`/extended/v1/tx/${other}`);
    }
    people.say(txId, bob);
    await people.announceAsVisitor(txId, bob);
    expect(await people.told(txId, bob)).toEqual([["FAILED", dropped]]);
    await fixture.service.askNode();
    expect(await people.told(txId, bob)).toEqual([["PENDING", null]]);
  });

  it("are FAILED for the newest reason when they were dropped again, told at once or by the next round", async () => {
    const txId = await announceDropped();
    people.say(txId, bob, "dropped_replace_by_fee");
    await people.announce(txId, bob);
    expect(await people.told(txId, bob)).toEqual([["FAILED", "dropped_replace_by_fee"]]);
    people.say(txId, bob, "dropped_stale_garbage_collect");
    await fixture.service.askNode();
    expect(await people.told(txId, bob)).toEqual([["FAILED", "dropped_stale_garbage_collect"]]);
  });

  it("are asked after for an hour, and stay FAILED when the node has not got them", async () => {
    const txId = await announceDropped();
    const before = await etag();
    pass(0);
    await people.announceAsVisitor(txId, bob);
    fixture.node.transactions.delete(txId);
    pass(times.pendingEvent - 1);
    expect(await people.asksAfter(txId)).toBe(true);
    pass(1);
    expect(await people.asksAfter(txId)).toBe(true);
    expect(await people.asksAfter(txId)).toBe(false);
    expect(await people.told(txId, bob)).toEqual([["FAILED", dropped]]);
    expect(await etag()).toBe(before);
  });

  it(
    "are asked after in the next round by their sender's word, whatever visitors say before and after",
    async () => {
      const telling = fc.record({
        /** The sender, or a visitor from somewhere. */
        by: fc.option(fc.integer({ min: 1, max: 5 }), { nil: "sender" as const }),
        of: fc.nat(),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(telling, { minLength: 1, maxLength: 60 }), async (tellings) => {
          await forgetAnnounced();
          // Visitors may name any; bob, by whose word they are asked after, names no more than fit into a round.
          const all = [...(await addDropped(bob, ownInRound)), ...(await addDropped(alice, 15))];
          const bobs = all.slice(0, ownInRound);
          const own = new Set<string>();
          const visitors = new Set<string>();
          const before = await etag();
          await whileDown(async () => {
            for (const { by, of } of tellings) {
              // So that nobody has told too much in a minute.
              pass(60_000);
              if (by === "sender") {
                const txId = bobs[of % bobs.length] ?? "";
                own.add(txId);
                await people.announce(txId, bob);
              } else {
                const txId = all[of % all.length] ?? "";
                visitors.add(txId);
                await people.announceAsVisitor(
                  txId,
                  bobs.includes(txId) ? bob : alice,
                  `192.0.2.${by}`,
                );
              }
            }
          });
          expect(await etag()).toBe(before);
          const asked = await people.askedInRound();
          const byVisitors = [...visitors].filter((txId) => !own.has(txId));
          expect(asked.filter((txId) => own.has(txId)).toSorted()).toEqual([...own].toSorted());
          const ofVisitors = asked.filter((txId) => !own.has(txId));
          expect(ofVisitors).toHaveLength(Math.min(byVisitors.length, visitorsInRound));
          expect(byVisitors).toEqual(expect.arrayContaining(ofVisitors));
        }),
        { numRuns: 20 },
      );
    },
    TIMEOUT,
  );

  it("are not more by one visitor's word than they have room for, and no fewer by another's", async () => {
    const failed = await addDropped(carol, room + 5);
    const [first = "", ...others] = failed.toReversed();
    await whileDown(async () => {
      await people.announceAsVisitor(first, carol, "192.0.2.1");
      for (const txId of failed) await people.announceAsVisitor(txId, carol, "192.0.2.2");
    });
    const asked = new Set<string>();
    for (let round = 1; round <= failed.length; round += 1) {
      pass(1000);
      for (const txId of await people.askedInRound()) asked.add(txId);
    }
    expect(asked.size).toBe(1 + room);
    expect(asked).toContain(first);
    expect(others.filter((txId) => asked.has(txId))).toHaveLength(room);
  });
});
