import { times } from "@colonnade/domain/limits.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { KEPT_FAILURES } from "../off-chain/pending-events.ts";
import { Announcer } from "./support/announcer.ts";
import { mineBlock } from "./support/blocks.ts";
import { databases } from "./support/databases.ts";
import { type Fixture, post, registerThree, startFixture, submit } from "./support/fixture.ts";
import { alice, bob, type Person } from "./support/people.ts";
import { newTxId } from "./support/review.ts";

const hour = 60 * 60_000;
const dropped = "dropped_too_expensive";

describe.each(databases)("A pending event on %s", (_, open) => {
  let fixture: Fixture;
  let announcer: Announcer;

  beforeAll(async () => {
    fixture = await startFixture({ database: await open() });
    announcer = new Announcer(fixture);
    await registerThree(fixture);
  });

  afterAll(async () => {
    vi.useRealTimers();
    await fixture.close();
  });
  afterEach(async () => {
    await fixture.database.kysely.deleteFrom("pending_events").execute();
    // A minute later, the rate limits start again for the next test.
    pass(60_000);
  });

  const pass = (milliseconds: number) =>
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds });
  const kept = async () => {
    const { kysely } = fixture.database;
    const rows = await kysely.selectFrom("pending_events").select("tx_id").execute();
    return rows.map(({ tx_id }) => tx_id);
  };

  /** Inserts rows into the table, because the route accepts fewer in a minute. */
  async function addPending(
    person: Person,
    many: number,
    failure: string | null = null,
  ): Promise<void> {
    const now = Date.now();
    const rows = Array.from({ length: many }, () => ({
      tx_id: newTxId(),
      sender: person.address,
      event: "EDIT_ENDORSEMENT",
      metadata: "{}",
      announced_at: now,
      seen: true,
      failure,
      mined: false,
      checked_at: now,
      known_at: now,
    }));
    for (const { tx_id } of rows) announcer.setStatus(tx_id, person);
    await fixture.database.kysely.insertInto("pending_events").values(rows).execute();
  }

  it.each(["dropped_replace_by_fee", "dropped_stale_garbage_collect"])(
    "is FAILED when the mempool says %s",
    async (status) => {
      const txId = await announcer.announcePending(alice);
      announcer.setStatus(txId, alice, status);
      await fixture.service.askNode();
      expect(await announcer.statusesOf(txId, alice)).toEqual([["FAILED", status]]);
    },
  );

  it("is asked about in turn, longest unasked first, however many are pending", async () => {
    const oldest = await announcer.announcePending(bob);
    pass(1000);
    await addPending(alice, 105);
    pass(1000);
    const newest = await announcer.announcePending(bob);
    announcer.setStatus(oldest, bob, dropped);
    announcer.setStatus(newest, bob, dropped);
    await fixture.service.askNode();
    expect(await announcer.statusesOf(oldest, bob)).toEqual([["FAILED", dropped]]);
    // A slow machine asks about fewer than a hundred in a round.
    for (let round = 0; round < 10; round += 1) {
      pass(1000);
      await fixture.service.askNode();
    }
    expect(await announcer.statusesOf(newest, bob)).toEqual([["FAILED", dropped]]);
  });

  it("lets the others go first when the node cannot answer about it", async () => {
    const txIds: string[] = [];
    for (let made = 0; made < 6; made += 1) {
      pass(1000);
      txIds.push(await announcer.announcePending(alice));
    }
    const [refused = "", ...others] = txIds;
    announcer.setStatus(refused, alice, "Odd!");
    pass(1000);
    expect(await announcer.askedInRound()).toEqual([refused]);
    pass(1000);
    expect(await announcer.askedInRound()).toEqual([...others, refused]);
    expect(await announcer.statusesOf(refused, alice)).toEqual([["PENDING", null]]);
  });

  it("is settled although the node lacks a block that is needed", async () => {
    const txId = await announcer.announcePending(alice);
    const { tip } = fixture.node;
    const block = await mineBlock(await mineBlock(tip, []), []);
    fixture.node.add(block);
    fixture.node.tip = block;
    announcer.setStatus(txId, alice, dropped);
    await expect(fixture.service.askNode()).rejects.toThrow("The node does not have");
    expect(await announcer.statusesOf(txId, alice)).toEqual([["FAILED", dropped]]);
    fixture.node.tip = tip;
  });

  it("expires an hour after the node last knew it", async () => {
    const txId = await announcer.announcePending(bob);
    pass(5 * hour);
    await fixture.service.askNode();
    fixture.node.transactions.delete(txId);
    pass(times.pendingEvent - 1);
    await fixture.service.askNode();
    expect(await announcer.statusesOf(txId, bob)).toEqual([["PENDING", null]]);
    pass(1);
    await fixture.service.askNode();
    expect(await announcer.statusesOf(txId, bob)).toEqual([["FAILED", "expired"]]);
  });

  it("expires an hour after a fork left it out, however long it was in a block", async () => {
    const parent = fixture.tip;
    const block = await fixture.mine(submit(1, bob, alice));
    const txId = block.txIds[0] ?? "";
    announcer.setStatus(txId, bob, "success");
    await announcer.announce(txId, bob);
    expect(await announcer.statusesOf(txId, bob)).toEqual([["SUCCESS", null]]);
    pass(5 * hour);
    fixture.node.transactions.delete(txId);
    fixture.tip = parent;
    await fixture.mine();
    pass(times.pendingEvent - 1);
    await fixture.service.askNode();
    expect(await announcer.statusesOf(txId, bob)).toEqual([["PENDING", null]]);
    pass(1);
    await fixture.service.askNode();
    expect(await announcer.statusesOf(txId, bob)).toEqual([["FAILED", "expired"]]);
  });

  it("is not asked about while it is in a block, and is again after a fork", async () => {
    const parent = fixture.tip;
    const block = await fixture.mine(submit(2, alice, bob));
    const txId = block.txIds[0] ?? "";
    announcer.setStatus(txId, alice, "success");
    await announcer.announce(txId, alice);
    expect(await announcer.askedInRound()).not.toContain(txId);
    fixture.tip = parent;
    await fixture.mine();
    expect(await announcer.askedInRound()).toContain(txId);
  });

  it("is forgotten a day after its block", async () => {
    const block = await fixture.mine(submit(3, alice, bob));
    const txId = block.txIds[0] ?? "";
    announcer.setStatus(txId, alice, "success");
    await announcer.announce(txId, alice);
    await fixture.service.askNode();
    expect(await kept()).toEqual([txId]);
    pass(24 * hour + 1);
    await fixture.service.askNode();
    expect(await kept()).toEqual([]);
    expect(await announcer.statusesOf(txId, alice)).toEqual([["SUCCESS", null]]);
  });

  it("is forgotten when enough newer ones of its sender have failed", async () => {
    const replaced = await announcer.announcePending(alice);
    const waiting = await announcer.announcePending(alice);
    const others = await announcer.announcePending(bob);
    announcer.setStatus(replaced, alice, dropped);
    announcer.setStatus(others, bob, dropped);
    await fixture.service.askNode();
    pass(1000);
    await addPending(alice, KEPT_FAILURES - 2, dropped);
    const [last, oneMore] = [newTxId(), newTxId()];
    for (const [txId, isKept] of [
      [last, true],
      [oneMore, false],
    ] as const) {
      announcer.setStatus(txId, alice, dropped);
      await announcer.announce(txId, alice);
      expect((await kept()).includes(replaced)).toBe(isKept);
    }
    expect(await kept()).toHaveLength(KEPT_FAILURES + 2);
    expect(await kept()).toEqual(expect.arrayContaining([waiting, others, last, oneMore]));
  });

  it("ends as SUCCESS with its block, and is PENDING again when a fork undoes the block", async () => {
    const parent = fixture.tip;
    const block = await fixture.mine(submit(1, alice, bob));
    const txId = block.txIds[0] ?? "";
    announcer.setStatus(txId, alice);
    await announcer.announce(txId, alice);
    expect(await announcer.eventsOf(txId, alice)).toMatchObject([
      { event: "SUBMIT_ENDORSEMENT", status: "SUCCESS", metaData: { endorsementId: 1 } },
    ]);
    expect(await announcer.eventsOf(txId, bob)).toHaveLength(1);
    fixture.tip = parent;
    await fixture.mine();
    expect(await announcer.statusesOf(txId, alice)).toEqual([["PENDING", null]]);
    expect(await announcer.statusesOf(txId, bob)).toEqual([]);
  });

  it.each(["expired", "dropped_stale_garbage_collect"])(
    "is PENDING when a fork leaves it out, although it was %s before it was mined",
    async (failure) => {
      const parent = fixture.tip;
      const block = await mineBlock(parent, [submit(4, alice, bob)]);
      const txId = block.txIds[0] ?? "";
      announcer.setStatus(txId, alice);
      await announcer.announce(txId, alice);
      if (failure === "expired") fixture.node.transactions.delete(txId);
      else announcer.setStatus(txId, alice, failure);
      pass(times.pendingEvent);
      await fixture.service.askNode();
      expect(await announcer.statusesOf(txId, alice)).toEqual([["FAILED", failure]]);
      fixture.node.add(block);
      await post(fixture.service, block.payload);
      expect(await announcer.statusesOf(txId, alice)).toEqual([["SUCCESS", null]]);
      fixture.tip = parent;
      await fixture.mine();
      expect(await announcer.statusesOf(txId, alice)).toEqual([["PENDING", null]]);
    },
  );

  it("has not failed when its block is indexed before the node reports it as dropped", async () => {
    const parent = fixture.tip;
    const txId = await announcer.announcePending(alice);
    const block = await mineBlock(parent, [submit(5, alice, bob)]);
    const [transaction] = block.payload.transactions;
    const [event] = block.payload.events;
    if (transaction === undefined || event === undefined) throw new Error("One was mined");
    transaction.txid = txId;
    event.txid = txId;
    announcer.setStatus(txId, alice, "dropped_replace_by_fee");
    fixture.node.beforeAnswer = async (path) => {
      if (path.includes(txId)) await post(fixture.service, block.payload);
    };
    await fixture.service.askNode();
    fixture.node.beforeAnswer = () => Promise.resolve();
    expect(await announcer.statusesOf(txId, alice)).toEqual([["SUCCESS", null]]);
    fixture.tip = parent;
    await fixture.mine();
    expect(await announcer.statusesOf(txId, alice)).toEqual([["PENDING", null]]);
  });

  it("is PENDING again when it is sent and announced again after it was dropped", async () => {
    const txId = await announcer.announcePending(bob);
    announcer.setStatus(txId, bob, dropped);
    await fixture.service.askNode();
    expect(await announcer.statusesOf(txId, bob)).toEqual([["FAILED", dropped]]);
    expect(await announcer.askedInRound()).not.toContain(txId);
    announcer.setStatus(txId, bob);
    await announcer.announce(txId, bob);
    expect(await announcer.statusesOf(txId, bob)).toEqual([["PENDING", null]]);
  });

  it("shows the newest reason when it is announced after it was dropped again", async () => {
    const txId = await announcer.announcePending(bob);
    for (const reason of [dropped, "dropped_replace_by_fee"]) {
      announcer.setStatus(txId, bob, reason);
      await fixture.service.askNode();
      await announcer.announce(txId, bob);
      expect(await announcer.statusesOf(txId, bob)).toEqual([["FAILED", reason]]);
    }
  });

  it("stays FAILED when it is announced again and the node does not have it", async () => {
    const txId = await announcer.announcePending(bob);
    announcer.setStatus(txId, bob, dropped);
    await fixture.service.askNode();
    fixture.node.transactions.delete(txId);
    expect(await announcer.announce(txId, bob)).toEqual({ seen: false });
    expect(await announcer.statusesOf(txId, bob)).toEqual([["FAILED", dropped]]);
  });

  it.each(["abort_by_response", "abort_by_post_condition"] as const)(
    "ends as FAILED when the chain says %s",
    async (status) => {
      const functionName = "approve-endorsement";
      const block = await fixture.mine({ sender: alice, functionName, status });
      expect(await announcer.eventsOf(block.txIds[0] ?? "", alice)).toMatchObject([
        { event: "APPROVE_ENDORSEMENT", status: "FAILED", reason: status },
      ]);
    },
  );

  it("shows the contract's error code of the canonical branch", async () => {
    const parent = fixture.tip;
    const refused = { sender: alice, functionName: "burn-endorsement" } as const;
    const status = "abort_by_response";
    const block = await fixture.mine({ ...refused, status, errorCode: 1307 });
    const txId = block.txIds[0] ?? "";
    const code = async () =>
      (await announcer.eventsOf(txId, alice)).map(({ errorCode }) => errorCode);
    expect(await code()).toEqual([1307]);
    fixture.tip = parent;
    await fixture.mine({ ...refused, txId, status, errorCode: 1300 });
    expect(await code()).toEqual([1300]);
    fixture.tip = parent;
    await fixture.mine({ ...refused, txId, status: "abort_by_post_condition" });
    expect(await code()).toEqual([undefined]);
    fixture.tip = block;
    await fixture.mine();
    expect(await code()).toEqual([1307]);
  });
});
