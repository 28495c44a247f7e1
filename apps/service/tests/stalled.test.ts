import pino from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { NodeError } from "../chain/node.ts";
import { mineBlock, protocolContract, type TestBlock } from "./support/blocks.ts";
import { databases } from "./support/databases.ts";
import {
  type Fixture,
  type FixtureOptions,
  hide,
  post,
  register,
  startFixture,
} from "./support/fixture.ts";
import { alice, bob } from "./support/people.ts";

const MINUTE = 60_000;
const publicNetwork = {
  COLONNADE_NETWORK: "testnet",
  COLONNADE_PROTOCOL_CONTRACT: protocolContract,
  COLONNADE_ENDORSEMENT_CONTRACT: protocolContract,
};

describe.each(databases)("An index on %s", (_, openDatabase) => {
  let fixture: Fixture;

  afterEach(async () => {
    vi.useRealTimers();
    await fixture.close();
  });

  /** Starts the service, and has it index a block. */
  async function start(options: FixtureOptions = {}): Promise<TestBlock> {
    fixture = await startFixture({ database: await openDatabase(), ...options });
    return await fixture.mine(register(alice));
  }

  /** The node mines blocks and posts none of them. @returns the last */
  async function goAhead(from: TestBlock, count: number): Promise<TestBlock> {
    let block = from;
    for (let left = count; left > 0; left -= 1) block = await hide(fixture, block);
    fixture.node.tip = block;
    return block;
  }

  /** The node tells its tip, and refuses its blocks. */
  function refuseBlocks(): void {
    fixture.node.beforeAnswer = async (path) => {
      fixture.node.isDown = path.includes("/blocks/");
    };
  }

  function answerAgain(): void {
    fixture.node.beforeAnswer = () => Promise.resolve();
    fixture.node.isDown = false;
  }

  const setTime = (now: number) => vi.useFakeTimers({ toFake: ["Date"], now });
  const askInVain = () => expect(fixture.service.askNode()).rejects.toThrow(NodeError);
  const get = (path: string) => fetch(`${fixture.service.origin}${path}`);
  const metrics = async () => (await fetch(`${fixture.service.metricsUrl}/metrics`)).text();

  async function expectStalled(reason: string): Promise<void> {
    expect((await fixture.api("getStatus")).stalled).toBe(reason);
    const response = await get("/readyz");
    expect(response.status).toBe(503);
    expect(await response.text()).toBe(reason);
    expect(await metrics()).toContain("\ncolonnade_stalled 1\n");
  }

  async function expectReady(): Promise<void> {
    expect((await fixture.api("getStatus")).stalled).toBeNull();
    expect((await get("/readyz")).status).toBe(200);
    // The metrics do not wait for a slow database, and count it as stalled.
    await expect.poll(metrics).toContain("\ncolonnade_stalled 0\n");
  }

  it("is not stalled while it follows a node that does not post", async () => {
    await goAhead(await start(), 40);
    await expectReady();
    await fixture.service.askNode();
    expect(await fixture.api("getStatus")).toMatchObject({ nodeHeight: 41, lag: 0 });
    await expectReady();
  });

  it("is stalled when it is more than a set number of blocks behind a node that refuses them", async () => {
    const first = await start({ environment: { COLONNADE_MAX_LAG_BLOCKS: "5" } });
    refuseBlocks();
    const sixth = await goAhead(first, 5);
    await askInVain();
    await expectReady();
    await goAhead(sixth, 1);
    await askInVain();
    await expectStalled("The index is 6 blocks behind the node.");
    expect(await metrics()).toContain("colonnade_lag_blocks 6");

    answerAgain();
    await fixture.service.askNode();
    await expectReady();
  });

  it("is stalled when it has lacked a block of the node for more than a set number of minutes", async () => {
    const first = await start({ environment: { COLONNADE_MAX_LAG_MINUTES: "3" } });
    const begun = Date.now();
    refuseBlocks();
    const second = await goAhead(first, 1);
    setTime(begun);
    await askInVain();
    // What the node mines later does not make the index younger.
    await goAhead(second, 1);
    setTime(begun + 4 * MINUTE - 1);
    await askInVain();
    await expectReady();
    setTime(begun + 4 * MINUTE);
    await expectStalled("The index is 4 minutes behind the node.");
    fixture.node.isDown = true;
    fixture.node.beforeAnswer = () => Promise.resolve();
    await askInVain();
    await expectStalled("The index is 4 minutes behind the node.");

    answerAgain();
    await fixture.service.askNode();
    await expectReady();
  });

  it("is not stalled when the node of a devnet is away, where blocks are mined on demand", async () => {
    const { payload } = await start();
    fixture.node.isDown = true;
    setTime((payload.block_time + 7 * 24 * 60 * 60) * 1000);
    await askInVain();
    await expectReady();
    expect(await metrics()).toContain(`colonnade_tip_age_seconds ${7 * 24 * 60 * 60}`);
  });

  it("is stalled when the leader has not asked the node for a set number of minutes", async () => {
    await start();
    const begun = Date.now();
    setTime(begun);
    await fixture.service.askNode();
    setTime(begun + 11 * MINUTE - 1);
    await expectReady();
    setTime(begun + 11 * MINUTE);
    await expectStalled("The node has not been asked for 11 minutes.");

    await fixture.service.askNode();
    await expectReady();
  });

  it("is stalled when its block is old and the node of a public network is away", async () => {
    const { payload } = await start({ environment: publicNetwork });
    const mined = payload.block_time * 1000;
    setTime(mined + 20 * MINUTE);
    await fixture.service.askNode();
    await expectReady();

    fixture.node.isDown = true;
    setTime(mined + 11 * MINUTE - 1);
    await askInVain();
    await expectReady();
    setTime(mined + 11 * MINUTE);
    await expectStalled("The node does not answer, and the newest block is 11 minutes old.");
    expect(await metrics()).not.toMatch(/^colonnade_lag_blocks /m);
  });

  it("is stalled when blocks wait behind a quarantined one", async () => {
    const first = await start();
    const bad = await mineBlock(first, [register(bob)]);
    const payload = structuredClone(bad.payload);
    payload.events = payload.events.map((event) => ({ ...event, txid: first.txIds[0] ?? "" }));
    expect(await post(fixture.service, payload)).toBe(200);
    expect(await fixture.api("getStatus")).toMatchObject({ quarantined: 1 });
    await expectReady();
    const next = await mineBlock(bad, []);
    expect(await post(fixture.service, next.payload)).toBe(200);
    await expectStalled("Blocks wait behind one that could not be indexed.");

    expect(await post(fixture.service, bad.payload)).toBe(200);
    expect(await fixture.api("getStatus")).toMatchObject({ tip: { height: 3 } });
    await expectReady();
  });

  it("is not stalled when it goes on with another branch than the quarantined block's", async () => {
    const first = await start();
    const bad = await mineBlock(first, [register(bob)]);
    bad.payload.events = bad.payload.events.map((event) => ({ ...event, txid: "0x" }));
    for (const { payload } of [bad, await mineBlock(bad, [])]) {
      expect(await post(fixture.service, payload)).toBe(200);
    }
    await expectStalled("Blocks wait behind one that could not be indexed.");
    await fixture.mine();
    await expectReady();
  });

  describe("is explained in the log", () => {
    let lines: string[];
    const warnings = (message: string) =>
      lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === message);

    beforeEach(() => {
      lines = [];
      vi.useFakeTimers({ toFake: ["performance"] });
    });

    const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });

    it("once a minute at most, when the node has no block at its tip", async () => {
      const first = await start({ log, askEvery: 1 });
      const lost = await mineBlock(first, []);
      fixture.node.tip = lost;
      const asked = () => fixture.node.asked.filter((path) => path.endsWith("/status")).length;
      const askMore = async () => {
        const before = asked();
        await expect.poll(asked, { timeout: 20_000 }).toBeGreaterThan(before + 3);
      };
      const message = "the node could not be asked";
      await askMore();
      const reason = `has no block ${lost.payload.index_block_hash}`;
      expect(warnings(message)).toMatchObject([
        { level: 40, err: { message: expect.stringContaining(reason) } },
      ]);
      vi.advanceTimersByTime(MINUTE);
      await askMore();
      expect(warnings(message)).toHaveLength(2);
    });

    it("once a minute at most, when posts are refused, and in a metric", async () => {
      const first = await start({ log });
      const lost = await mineBlock(first, []);
      const { payload } = await mineBlock(lost, []);
      for (let count = 0; count < 3; count += 1) {
        expect(await post(fixture.service, payload)).toBe(503);
      }
      const message = "a post was not taken; the node will post it again";
      const reason = `The node does not have ${lost.payload.index_block_hash}`;
      expect(warnings(message)).toMatchObject([{ level: 40, err: { message: reason } }]);
      vi.advanceTimersByTime(MINUTE);
      expect(await post(fixture.service, payload)).toBe(503);
      expect(warnings(message)).toHaveLength(2);
      expect(await metrics()).toContain(
        'colonnade_refused_posts_total{reason="UnconnectedError"} 4',
      );
    });
  });

  it("leaves a count of requests to the node by outcome", async () => {
    const first = await start();
    const count = async (outcome: string) => {
      const line = new RegExp(`^colonnade_node_requests_total.outcome="${outcome}". (.+)$`, "m");
      return Number(line.exec(await metrics())?.[1] ?? 0);
    };
    /** Counts what comes of a round of questions. */
    async function more(outcome: string, ask: () => Promise<void>): Promise<number> {
      // Waits for what the service asks at its start.
      await fixture.service.askNode().catch(() => {});
      const before = await count(outcome);
      await ask();
      return (await count(outcome)) - before;
    }
    expect(await more("answered", () => fixture.service.askNode())).toBe(1);
    fixture.node.tip = await mineBlock(first, []);
    expect(await more("not-found", askInVain)).toBe(1);
    fixture.node.isDown = true;
    expect(await more("failed", askInVain)).toBe(1);
    await fixture.node.close();
    expect(await more("unanswered", askInVain)).toBe(1);
  });
});
