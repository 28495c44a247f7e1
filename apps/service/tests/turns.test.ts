import { times } from "@colonnade/domain/limits.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { Announcing } from "./support/announcing.ts";
import { mineBlock } from "./support/blocks.ts";
import { databases } from "./support/databases.ts";
import { type Fixture, post, registerThree, startFixture, submit } from "./support/fixture.ts";
import { alice, bob, type Person } from "./support/people.ts";
import { newTxId } from "./support/review.ts";

const hour = 60 * 60_000;

describe.each(databases)("What became of announced transactions, asked on %s", (_, open) => {
  let fixture: Fixture;
  let people: Announcing;

  beforeAll(async () => {
    fixture = await startFixture({ database: await open() });
    people = new Announcing(fixture);
    await registerThree(fixture);
  });

  afterAll(() => fixture.close());
  afterEach(async () => {
    vi.useRealTimers();
    await fixture.database.kysely.deleteFrom("pending_events").execute();
  });

  const pass = (milliseconds: number) =>
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds });
  const etag = async () =>
    (await fetch(`${fixture.service.origin}/api/orgs?limit=1`)).headers.get("etag");

  /** Straight into the table: the route lets some more than a hundred a minute through. */
  async function addPending(person: Person, count: number): Promise<void> {
    const now = Date.now();
    const rows = Array.from({ length: count }, () => ({
      tx_id: newTxId(),
      sender: person.address,
      event: "EDIT_ENDORSEMENT",
      metadata: "{}",
      announced_at: now,
      checked_at: now,
      known_at: now,
      verified: true,
    }));
    for (const { tx_id } of rows) people.say(tx_id, person);
    await fixture.database.kysely.insertInto("pending_events").values(rows).execute();
  }

  it("comes to light in the order of waiting, however many are pending", async () => {
    const oldest = await people.announcePending(bob);
    pass(1000);
    await addPending(alice, 105);
    pass(1000);
    const newest = await people.announcePending(bob);
    people.say(oldest, bob, "dropped_too_expensive");
    people.say(newest, bob, "dropped_too_expensive");
    await fixture.service.askNode();
    expect(await people.told(oldest, bob)).toEqual([["FAILED", "dropped_too_expensive"]]);
    expect(await people.told(newest, bob)).toEqual([["PENDING", null]]);
    pass(1000);
    await fixture.service.askNode();
    expect(await people.told(newest, bob)).toEqual([["FAILED", "dropped_too_expensive"]]);
  });

  it("is that it expired an hour after a fork left it out, however long it was in a block", async () => {
    const parent = fixture.tip;
    const block = await fixture.mine(submit(1, bob, alice));
    const txId = block.txIds[0] ?? "";
    people.say(txId, bob, "success");
    await people.announce(txId, bob);
    await fixture.service.askNode();
    expect(await people.told(txId, bob)).toEqual([["SUCCESS", null]]);
    pass(5 * hour);
    fixture.node.transactions.delete(txId);
    fixture.tip = parent;
    await fixture.mine();
    await fixture.service.askNode();
    expect(await people.told(txId, bob)).toEqual([["PENDING", null]]);
    pass(times.pendingEvent - 1);
    await fixture.service.askNode();
    expect(await people.told(txId, bob)).toEqual([["PENDING", null]]);
    pass(1);
    await fixture.service.askNode();
    expect(await people.told(txId, bob)).toEqual([["FAILED", "expired"]]);
  });

  it("is that it expired an hour after the node last knew it", async () => {
    const txId = await people.announcePending(bob);
    pass(5 * hour);
    await fixture.service.askNode();
    fixture.node.transactions.delete(txId);
    pass(1);
    await fixture.service.askNode();
    expect(await people.told(txId, bob)).toEqual([["PENDING", null]]);
    pass(times.pendingEvent);
    await fixture.service.askNode();
    expect(await people.told(txId, bob)).toEqual([["FAILED", "expired"]]);
  });

  it("is noted once a minute while the node knows it on and on", async () => {
    const txId = await people.announcePending(bob);
    const known = async () =>
      (
        await fixture.database.kysely
          .selectFrom("pending_events")
          .where("tx_id", "=", txId)
          .select("known_at")
          .executeTakeFirstOrThrow()
      ).known_at;
    const announced = await known();
    vi.useFakeTimers({ toFake: ["Date"], now: announced + 59_999 });
    await fixture.service.askNode();
    expect(await known()).toBe(announced);
    pass(1);
    await fixture.service.askNode();
    expect(await known()).toBe(announced + 60_000);
    pass(59_999);
    await fixture.service.askNode();
    expect(await known()).toBe(announced + 60_000);
  });

  it.each(["expired", "dropped_stale_garbage_collect"])(
    "is PENDING when a fork leaves it out, although it was %s before it was mined",
    async (failure) => {
      const parent = fixture.tip;
      const block = await mineBlock(parent, [submit(4, alice, bob)]);
      const txId = block.txIds[0] ?? "";
      people.say(txId, alice);
      await people.announce(txId, alice);
      if (failure === "expired") fixture.node.transactions.delete(txId);
      else people.say(txId, alice, failure);
      pass(times.pendingEvent);
      await fixture.service.askNode();
      expect(await people.told(txId, alice)).toEqual([["FAILED", failure]]);
      fixture.node.add(block);
      await post(fixture.service, block.payload);
      expect(await people.told(txId, alice)).toEqual([["SUCCESS", null]]);
      fixture.tip = parent;
      await fixture.mine();
      expect(await people.told(txId, alice)).toEqual([["PENDING", null]]);
    },
  );

  it("is no failure when a block has it before the node's answer that it was dropped", async () => {
    const parent = fixture.tip;
    const txId = await people.announcePending(alice);
    const block = await mineBlock(parent, [submit(5, alice, bob)]);
    const [transaction] = block.payload.transactions;
    const [event] = block.payload.events;
    if (transaction === undefined || event === undefined) throw new Error("One was mined");
    transaction.txid = txId;
    event.txid = txId;
    people.say(txId, alice, "dropped_replace_by_fee");
    fixture.node.beforeAnswer = async (path) => {
      if (path.includes(txId)) await post(fixture.service, block.payload);
    };
    await fixture.service.askNode();
    fixture.node.beforeAnswer = () => Promise.resolve();
    expect(await people.told(txId, alice)).toEqual([["SUCCESS", null]]);
    fixture.tip = parent;
    await fixture.mine();
    expect(await people.told(txId, alice)).toEqual([["PENDING", null]]);
  });

  it("is asked no more in a round once the node has refused, and then in the order of waiting", async () => {
    const txIds: string[] = [];
    for (let count = 0; count < 6; count += 1) {
      pass(1000);
      txIds.push(await people.announcePending(alice));
    }
    const [refused = "", ...others] = txIds;
    people.say(refused, alice, "Odd!");
    pass(1000);
    expect(await people.askedInRound()).toEqual([refused]);
    pass(1000);
    expect(await people.askedInRound()).toEqual([...others, refused]);
  });

  it("is asked no more while it is in a block, and again when it is not", async () => {
    const parent = fixture.tip;
    const block = await fixture.mine(submit(2, alice, bob));
    const txId = block.txIds[0] ?? "";
    people.say(txId, alice, "success");
    await people.announce(txId, alice);
    expect(await people.asksAfter(txId)).toBe(false);
    fixture.tip = parent;
    await fixture.mine();
    expect(await people.asksAfter(txId)).toBe(true);
  });

  it("leaves every answer fresh when somebody announces again what is known, or what is in a block", async () => {
    const pending = await people.announcePending(alice);
    const block = await fixture.mine(submit(3, alice, bob));
    const mined = block.txIds[0] ?? "";
    people.say(mined, alice, "success");
    const before = await etag();
    await people.announce(pending, alice);
    await people.announce(mined, alice);
    expect(await etag()).toBe(before);
    await people.announcePending(alice);
    expect(await etag()).not.toBe(before);
  });
});
