import { createClient } from "@colonnade/domain/http/client.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { databases } from "./support/databases.ts";
import { browser, type Fixture, registerThree, signIn, startFixture } from "./support/fixture.ts";
import { nodeCall } from "./support/node.ts";
import { carol, person } from "./support/people.ts";
import { newTxId } from "./support/review.ts";

/** So many unseen transactions of one who announces are kept. */
const room = 20;
/** So many of those that people announce of their own are asked after at once in a minute. */
const askedAtOnce = 120;
const day = 24 * 60 * 60_000;

describe.each(databases)("Announced transactions that no node has seen, on %s", (_, open) => {
  let fixture: Fixture;
  let asCarol: typeof fetch;

  beforeAll(async () => {
    fixture = await startFixture({
      database: await open(),
      environment: { COLONNADE_TRUSTED_PROXIES: "1" },
    });
    await registerThree(fixture);
    ({ fetch: asCarol } = await signIn(fixture.service, carol));
  });

  afterAll(() => fixture.close());
  afterEach(async () => {
    vi.useRealTimers();
    await fixture.database.kysely.deleteFrom("pending_events").execute();
  });

  /** Announces a transaction, of carol's if nobody else is named, from an address on the network. */
  function announce(
    txId: string,
    from: string,
    as = browser(fixture.service),
    sender = carol,
  ): Promise<unknown> {
    const api = createClient({
      origin: fixture.service.origin,
      fetch: (input, init) => {
        const headers = new Headers(init?.headers);
        headers.set("x-forwarded-for", from);
        return as(input, { ...init, headers });
      },
    });
    const body = { txId, senderPrincipal: sender.address, event: "EDIT_ENDORSEMENT" as const };
    return api("announceTransaction", { body });
  }

  async function flood(from: string, times: number): Promise<string[]> {
    const txIds = Array.from({ length: times }, newTxId);
    for (const txId of txIds) await announce(txId, from);
    return txIds;
  }

  /** Lets the node have transactions, and asks it until nothing changes any more or they are shown. */
  async function expectShown(...txIds: string[]): Promise<void> {
    for (const txId of txIds) {
      fixture.node.transactions.set(txId, nodeCall(carol.address, "edit-endorsement"));
    }
    await fixture.service.askNode();
    const events = await fixture.api("getEvents", { query: { principal: carol.address } });
    const shown = events.filter(({ status }) => status === "PENDING").map(({ txId }) => txId);
    expect(shown.toSorted()).toEqual(txIds.toSorted());
  }

  it("make room for the newest, each announcer's for their own", async () => {
    const txIds = await flood("192.0.2.1", room + 5);
    const kept = await fixture.database.kysely
      .selectFrom("pending_events")
      .select("tx_id")
      .execute();
    expect(kept.map(({ tx_id }) => tx_id).toSorted()).toEqual(txIds.slice(5).toSorted());
  });

  it("are all taken when one announces many at once, and again", async () => {
    const txIds = Array.from({ length: 3 * room }, newTxId);
    for (let round = 1; round <= 5; round += 1) {
      // In another order each time.
      const place = (txId: string) => (txIds.indexOf(txId) * (2 * round + 5)) % (3 * room + 1);
      const order = txIds.toSorted((a, b) => place(a) - place(b));
      await Promise.all(order.map((txId) => announce(txId, `192.0.2.${100 + round}`, asCarol)));
    }
  });

  it("are not crowded out by strangers, neither from before nor from after", async () => {
    await flood("192.0.2.1", room + 5);
    const own = newTxId();
    const visitors = newTxId();
    await announce(own, "192.0.2.2", asCarol);
    await announce(visitors, "192.0.2.3");
    await flood("192.0.2.1", room + 5);
    await expectShown(own, visitors);
  });

  it("are one's own although a stranger named them first, or lives at the same address", async () => {
    const txId = newTxId();
    await announce(txId, "192.0.2.4");
    await announce(txId, "192.0.2.4", asCarol);
    await flood("192.0.2.4", room + 5);
    await expectShown(txId);
  });

  it("are asked after in turn, however many strangers announce", async () => {
    const first = newTxId();
    const own = newTxId();
    await announce(first, "192.0.2.5");
    await announce(own, "192.0.2.5", asCarol);
    for (let client = 1; client <= 8; client += 1) await flood(`198.51.100.${client}`, room);
    await expectShown(first, own);
  });

  it("are asked after when an older process noted them, which names no announcer", async () => {
    const txId = newTxId();
    await announce(txId, "192.0.2.7");
    await fixture.database.kysely
      .updateTable("pending_events")
      .set({ announcer: null, known_at: 0 })
      .execute();
    await fixture.service.askNode();
    await expectShown(txId);
  });

  it("have the node asked at once so many times a minute, however many people sign in", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
    const strangers = Array.from({ length: 7 }, (_, place) => person(`stranger ${place}`));
    fixture.node.asked.length = 0;
    for (const [place, stranger] of strangers.entries()) {
      const { fetch: asStranger } = await signIn(fixture.service, stranger);
      for (let left = room; left > 0; left -= 1) {
        await announce(newTxId(), `203.0.113.${place}`, asStranger, stranger);
      }
    }
    const asked = fixture.node.asked.splice(0).filter((path) => path.includes("/tx/"));
    expect(asked).toHaveLength(askedAtOnce);
    // What came too late for that comes to light by the rounds.
    const own = newTxId();
    await announce(own, "203.0.113.9", asCarol);
    expect(fixture.node.asked).not.toContain(`/extended/v1/tx/${own}`);
    fixture.node.transactions.set(own, nodeCall(carol.address, "edit-endorsement"));
    vi.setSystemTime(Date.now() + 1000);
    for (let round = 1; round <= 3; round += 1) await fixture.service.askNode();
    await expectShown(own);
  });

  it("are forgotten when their turn has not come in a day", async () => {
    const kept = fixture.database.kysely.selectFrom("pending_events").select("tx_id");
    for (const from of ["192.0.2.8", "192.0.2.9"]) await flood(from, 13);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + day - 60_000 });
    await fixture.service.askNode();
    expect(await kept.execute()).toHaveLength(16);
    vi.setSystemTime(Date.now() + 60_000);
    const newest = (await flood("192.0.2.8", 1)).join();
    fixture.node.asked.length = 0;
    await fixture.service.askNode();
    expect(fixture.node.asked.filter((path) => path.includes("/tx/"))).toHaveLength(10);
    expect(await kept.execute()).toEqual([{ tx_id: newest }]);
    await expectShown(newest);
  });

  it("change nothing that is shown to anybody", async () => {
    const url = `${fixture.service.origin}/api/milestones?limit=1`;
    const etag = (await fetch(url)).headers.get("etag") ?? "";
    await flood("192.0.2.6", 3);
    expect((await fetch(url, { headers: { "if-none-match": etag } })).status).toBe(304);
  });
});
