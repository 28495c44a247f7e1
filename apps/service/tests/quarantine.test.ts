import { createClient } from "@colonnade/domain/http/client.ts";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mineBlock, type TestBlock } from "./support/blocks.ts";
import { keepOpen } from "./support/database.ts";
import { databases } from "./support/databases.ts";
import {
  approve,
  type Fixture,
  hide,
  post,
  register,
  startFixture,
  startTestService,
} from "./support/fixture.ts";
import { alice, bob, carol, dan } from "./support/people.ts";

describe.each(databases)("A descendant of a quarantined block on %s", (_, openDatabase) => {
  let fixture: Fixture;
  let bad: TestBlock;
  /** From now on the node returns the bad block correctly. */
  let mend: () => void;
  let database: Fixture["database"];

  beforeEach(async () => {
    database = await openDatabase();
    fixture = await startFixture({ database: keepOpen(database) });
    const first = await fixture.mine(register(alice));
    bad = await mineBlock(first, [register(bob)]);
    const event = bad.payload.events[0]?.contract_event;
    if (event === undefined) throw new Error("There is no event");
    const whole = event.raw_value;
    event.raw_value = whole.slice(0, -4);
    mend = () => {
      event.raw_value = whole;
    };
    fixture.node.add(bad);
    // Waits for what the service asks at its start.
    await fixture.service.askNode();
    fixture.node.asked.length = 0;
    expect(await post(fixture.service, bad.payload)).toBe(200);
  });

  afterEach(async () => {
    await fixture.close();
    await database.close();
  });

  /** Mines blocks on a block. The last one registers carol. */
  async function mineOn(parent: TestBlock, count: number): Promise<TestBlock[]> {
    const blocks: TestBlock[] = [];
    for (let left = count; left > 0; left -= 1) {
      const block = await mineBlock(blocks.at(-1) ?? parent, left === 1 ? [register(carol)] : []);
      fixture.node.add(block);
      fixture.node.tip = block;
      blocks.push(block);
    }
    return blocks;
  }

  const blocksAsked = () => fixture.node.asked.filter((path) => path.includes("/blocks/"));
  const readState = async (origin = fixture.service.origin) => {
    const api = createClient({ origin });
    const names = (await api("listProfiles")).map(({ bns_name }) => bns_name);
    const { tip, nodeHeight, quarantined } = await api("getStatus");
    return { names, height: tip?.height, nodeHeight, quarantined };
  };

  it("is quarantined without a question to the node, however high it is", async () => {
    for (const { payload } of await mineOn(bad, 20)) {
      expect(await post(fixture.service, payload)).toBe(200);
    }
    expect(blocksAsked()).toEqual([]);
    expect(await readState()).toMatchObject({ names: ["alice"], height: 1, quarantined: 21 });
  });

  it("is indexed as soon as the node returns the bad block correctly", async () => {
    for (const { payload } of await mineOn(bad, 3)) await post(fixture.service, payload);
    await fixture.service.askNode();
    expect(blocksAsked()).toContain(`/colonnade/v1/blocks/${bad.payload.index_block_hash}`);
    expect(await readState()).toMatchObject({ height: 1, nodeHeight: 5, quarantined: 4 });
    mend();
    await fixture.service.askNode();
    expect(await readState()).toEqual({
      names: ["alice", "bob", "carol"],
      height: 5,
      nodeHeight: 5,
      quarantined: 0,
    });
  });

  it("is tried again at the next start, which does not wait for the node", async () => {
    // Only the last is posted, so the service must ask for the others.
    const last = (await mineOn(bad, 30)).at(-1);
    expect(await post(fixture.service, last?.payload)).toBe(200);
    await fixture.service.close();
    mend();
    const { promise: answering, resolve: answer } = Promise.withResolvers<void>();
    fixture.node.beforeAnswer = () => answering;
    await using service = await startTestService(fixture.node, { database: keepOpen(database) });
    try {
      expect(await readState(service.origin)).toMatchObject({ height: 1, quarantined: 2 });
    } finally {
      answer();
    }
    await expect
      .poll(() => readState(service.origin))
      .toMatchObject({ names: ["alice", "bob", "carol"], height: 32, quarantined: 0 });
  });

  it("is not tried again on another branch than the tip before the node names that branch", async () => {
    await fixture.mine(register(carol));
    await fixture.service.close();
    mend();
    await database.kysely
      .updateTable("quarantine")
      .set({ payload: JSON.stringify(bad.payload) })
      .execute();
    fixture.node.isDown = true;
    await using service = await startTestService(fixture.node, { database: keepOpen(database) });
    // Comes after the retry at the start.
    await expect(service.askNode()).rejects.toThrow("503");
    expect(await readState(service.origin)).toMatchObject({
      names: ["alice", "carol"],
      quarantined: 1,
    });
    fixture.node.isDown = false;
    fixture.node.tip = bad;
    await service.askNode();
    expect(await readState(service.origin)).toMatchObject({
      names: ["alice", "bob"],
      quarantined: 0,
    });
  });
});

describe.each(databases)("A block that cannot be indexed, on %s", (_, openDatabase) => {
  let fixture: Fixture;

  beforeEach(async () => {
    fixture = await startFixture({ database: await openDatabase() });
  });

  afterEach(() => fixture.close());

  const names = async () => (await fixture.api("listProfiles")).map(({ bns_name }) => bns_name);

  it("quarantines a block that it cannot decode and its descendants, and applies nothing of them", async () => {
    const first = await fixture.mine(register(alice));
    const good = await hide(fixture, first, register(bob), register(carol));
    const bad = structuredClone(good.payload);
    const event = bad.events[1]?.contract_event;
    if (event === undefined) throw new Error("There is no second event");
    event.raw_value = event.raw_value.slice(0, -4);
    expect(await post(fixture.service, bad)).toBe(200);
    expect(await names()).toEqual(["alice"]);
    const next = await hide(fixture, good, register(dan));
    expect(await post(fixture.service, next.payload)).toBe(200);
    expect(await names()).toEqual(["alice"]);
    expect(await fixture.api("getStatus")).toMatchObject({ tip: { height: 1 }, quarantined: 2 });
    const metrics = await (await fetch(`${fixture.service.metricsUrl}/metrics`)).text();
    expect(metrics).toContain("colonnade_quarantined_blocks 2");

    expect(await post(fixture.service, good.payload)).toBe(200);
    expect(await names()).toEqual(["alice", "bob", "carol", "dan"]);
    expect(await fixture.api("getStatus")).toMatchObject({ tip: { height: 3 }, quarantined: 0 });
  });

  it("keeps the newest hundred payloads that name no block, and logs which it drops", async () => {
    const lines: string[] = [];
    const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
    await using service = await startTestService(fixture.node, {
      database: keepOpen(fixture.database),
      log,
    });
    for (let count = 1; count <= 102; count += 1) {
      expect(await post(service, { nonsense: count })).toBe(200);
    }
    expect(await fixture.api("getStatus")).toMatchObject({ quarantined: 100 });
    const kept = await fixture.database.kysely.selectFrom("quarantine").select("payload").execute();
    expect(kept).not.toContainEqual({ payload: '{"nonsense":2}' });
    expect(kept).toContainEqual({ payload: '{"nonsense":3}' });
    expect(kept).toContainEqual({ payload: '{"nonsense":102}' });
    expect(lines.filter((line) => line.includes("a quarantined payload was dropped"))).toHaveLength(
      2,
    );
  });

  it("indexes the blocks before a bad one in a long gap, and answers 200 for the newest", async () => {
    const first = await fixture.mine(register(alice));
    const before = await hide(fixture, first, register(bob));
    const bad = await hide(fixture, before, register(carol));
    const event = bad.payload.events[0]?.contract_event;
    if (event === undefined) throw new Error("There is no event");
    const whole = event.raw_value;
    event.raw_value = whole.slice(0, -4);
    let tip = bad;
    for (let count = 0; count < 100; count += 1) tip = await hide(fixture, tip);
    fixture.node.tip = tip;
    expect(await post(fixture.service, tip.payload)).toBe(200);
    expect(await names()).toEqual(["alice", "bob"]);
    expect(await fixture.api("getStatus")).toMatchObject({ tip: { height: 2 }, quarantined: 2 });

    event.raw_value = whole;
    expect(await post(fixture.service, bad.payload)).toBe(200);
    expect(await names()).toEqual(["alice", "bob", "carol"]);
    expect(await fixture.api("getStatus")).toMatchObject({ tip: { height: 103 }, quarantined: 0 });
  });

  it("is tried again although the node has lost an ancestor of an earlier one", async () => {
    const first = await fixture.mine(register(alice));
    const good = await hide(fixture, first, register(bob));
    const bad = structuredClone(good.payload);
    bad.events = bad.events.map((event) => ({ ...event, txid: "0x" }));
    const lost = await hide(fixture, good);
    const waiting = [await hide(fixture, lost), await hide(fixture, good, register(carol))];
    for (const payload of [bad, ...waiting.map((block) => block.payload)]) {
      expect(await post(fixture.service, payload)).toBe(200);
    }
    fixture.node.blocks.delete(lost.payload.index_block_hash);
    expect(await post(fixture.service, good.payload)).toBe(200);
    expect(await names()).toEqual(["alice", "bob", "carol"]);
    expect(await fixture.api("getStatus")).toMatchObject({ tip: { height: 3 }, quarantined: 1 });
  });

  it("quarantines a block whose events cannot follow the state before it", async () => {
    await fixture.mine(register(alice), register(bob));
    await fixture.mine(approve(1, alice, bob));
    expect(await fixture.api("getStatus")).toMatchObject({ tip: { height: 1 }, quarantined: 1 });
  });

  it.each([["nonsense"], [{}], [[1, 2]], [{ block_height: "1" }]])(
    "quarantines the payload %j",
    async (payload) => {
      expect(await post(fixture.service, payload)).toBe(200);
      expect(await fixture.api("getStatus")).toMatchObject({ tip: null, quarantined: 1 });
    },
  );
});
