import { alice } from "@colonnade/devnet/accounts.ts";
import { Cl } from "@stacks/transactions";
import pino from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openTestDatabase } from "./support/database.ts";
import { post } from "./support/fixture.ts";
import { type Hiro, readDocuments, readTables, startHiro } from "./support/hiro.ts";
import { sendCall } from "./support/wallet.ts";

describe("A chain that forks, read by the Hiro API", () => {
  let hiro: Hiro;

  beforeAll(async () => {
    hiro = await startHiro();
  });

  beforeEach(() => hiro.reset());
  afterEach(() => vi.useRealTimers());
  afterAll(() => hiro.close());

  const isStatus = (path: string) => path === "/extended/v1/status";

  it("stops at a fork below the finality depth, and follows it once that is greater", async () => {
    const database = await openTestDatabase();
    const service = await hiro.start(database, { COLONNADE_FINALITY: "5" });
    await service.askNode();
    hiro.devnet.fork({ back: 20, blocks: 21, transactions: "drop" });
    await hiro.devnet.observersCaughtUp();
    await expect(service.askNode()).rejects.toThrow("COLONNADE_FINALITY");
    const before = await service.tip();
    expect(await post(service, hiro.devnet.tip)).toBe(200);
    expect(await service.tip()).toEqual(before);
    await service.close();
    const other = await hiro.start(database, { COLONNADE_FINALITY: "50" });
    await other.askNode();
    expect(await readDocuments(other.origin)).toEqual(await readDocuments(hiro.postedOrigin));
    expect((await other.tip())?.indexBlockHash).toBe(hiro.devnet.tip.index_block_hash);
    await other.close();
    await database.close();
  });

  it("stops when the node returns to a branch that it left below the finality depth", async () => {
    for (let count = 0; count < 12; count += 1) hiro.devnet.mine();
    await hiro.devnet.observersCaughtUp();
    const database = await openTestDatabase();
    const service = await hiro.start(database, { COLONNADE_FINALITY: "50" });
    await service.askNode();
    await hiro.postBranch(service, hiro.devnet.tip.block_height - 10, 11);
    const before = await service.tip();
    await service.close();
    const lines: string[] = [];
    const other = await hiro.start(database, { COLONNADE_FINALITY: "5" }, undefined, {
      askEvery: 1,
      log: pino({ level: "warn" }, { write: (line: string) => lines.push(line) }),
    });
    hiro.asked = [];
    await expect
      .poll(() => hiro.asked.filter(isStatus).length, { timeout: 20_000 })
      .toBeGreaterThan(3);
    expect(lines.filter((line) => line.includes('"alarm":"deep-fork"'))).toHaveLength(1);
    hiro.refuse = () => ({ status: "500" });
    hiro.asked = [];
    await expect
      .poll(() => hiro.asked.filter(isStatus).length, { timeout: 20_000 })
      .toBeGreaterThan(3);
    expect(lines.filter((line) => line.includes("the node could not be asked"))).toHaveLength(1);
    hiro.refuse = () => null;
    await expect(other.askNode()).rejects.toThrow("COLONNADE_FINALITY");
    expect(await post(other, hiro.devnet.tip)).toBe(200);
    hiro.devnet.mine();
    await hiro.devnet.observersCaughtUp();
    await expect(other.askNode()).rejects.toThrow("COLONNADE_FINALITY");
    expect(await other.tip()).toEqual(before);
    await other.close();
    await database.close();
  });

  it("follows a fork that replaces the contract's first block", async () => {
    hiro.firstHeight = hiro.devnet.tip.block_height - 3;
    const database = await openTestDatabase();
    const service = await hiro.start(database);
    await service.askNode();
    hiro.devnet.fork({ back: 6, blocks: 7, transactions: "drop" });
    await hiro.devnet.observersCaughtUp();
    await service.askNode();
    expect((await service.tip())?.indexBlockHash).toBe(hiro.devnet.tip.index_block_hash);
    await service.close();
    await database.close();
  });

  it("waits for a node that is far behind", async () => {
    for (let count = 0; count < 20; count += 1) hiro.devnet.mine();
    await hiro.devnet.observersCaughtUp();
    const database = await openTestDatabase();
    const service = await hiro.start(database, { COLONNADE_FINALITY: "5" });
    await service.askNode();
    const before = await service.tip();
    const { hash, height } = await hiro.readBlock(hiro.devnet.tip.block_height - 10);
    const { tip } = hiro.devnet;
    hiro.reword = (answer) =>
      answer
        .replace(tip.index_block_hash, hash)
        .replace(`"block_height":${tip.block_height}`, `"block_height":${height}`);
    await expect(service.askNode()).rejects.toThrow("The node is behind");
    expect(await service.tip()).toEqual(before);
    await service.close();
    await database.close();
  });

  it("follows the node back to a branch that it left, and on", async () => {
    for (let count = 0; count < 3; count += 1) {
      await sendCall(hiro.devnet.url, alice, "update-statement", [Cl.stringUtf8(`Left ${count}`)]);
      hiro.devnet.mine();
    }
    const database = await openTestDatabase();
    const service = await hiro.start(database, { COLONNADE_FINALITY: "5" });
    await service.askNode();
    const { block_height: height } = hiro.devnet.tip;
    await hiro.postBranch(service, height - 3, 1);
    expect((await service.tip())?.height).toBe(height - 2);
    for (let count = 0; count < 10; count += 1) hiro.devnet.mine();
    await hiro.devnet.observersCaughtUp();
    // A batch ends with the second block, so the first batch has only blocks that are indexed already.
    vi.useFakeTimers({ toFake: ["performance"] });
    hiro.beforeAnswer = async () => {
      vi.advanceTimersByTime(3_000);
    };
    await service.askNode();
    expect((await service.tip())?.indexBlockHash).toBe(hiro.devnet.tip.index_block_hash);
    await service.close();
    expect(await readTables(database)).toEqual(await readTables(hiro.posted));
    await database.close();
  });

  it("keeps a posted block as the tip when the node names none or an older one", async () => {
    const database = await openTestDatabase();
    const service = await hiro.start(database);
    await service.askNode();
    const before = await service.tip();
    hiro.devnet.mine();
    await hiro.devnet.observersCaughtUp();
    const { promise: asking, resolve: hasBegun } = Promise.withResolvers<void>();
    const { promise: answering, resolve: answer } = Promise.withResolvers<void>();
    hiro.beforeAnswer = () => {
      hasBegun();
      return answering;
    };
    hiro.reword = (status) =>
      status.replaceAll(hiro.devnet.tip.index_block_hash, before?.indexBlockHash ?? "");
    const syncing = service.askNode();
    await asking;
    expect(await post(service, hiro.devnet.tip)).toBe(200);
    const taken = await service.tip();
    expect(taken?.indexBlockHash).toBe(hiro.devnet.tip.index_block_hash);
    answer();
    await syncing;
    expect(await service.tip()).toEqual(taken);
    hiro.reword = (status) => status;
    await service.askNode();
    expect(await service.tip()).toEqual(taken);
    await service.close();
    await database.close();
  });

  it("keeps a posted fork for a minute while the API names the branch before it", async () => {
    const database = await openTestDatabase();
    const service = await hiro.start(database);
    await service.askNode();
    const left = await service.tip();
    hiro.devnet.fork({ back: 1, blocks: 1 });
    await hiro.devnet.observersCaughtUp();
    const { index_block_hash: fork, block_time } = hiro.devnet.tip;
    expect(await post(service, hiro.devnet.tip)).toBe(200);
    hiro.reword = (answer) => answer.replaceAll(fork, left?.indexBlockHash ?? "");
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime(block_time * 1000 + 59_000);
    await service.askNode();
    expect((await service.tip())?.indexBlockHash).toBe(fork);
    vi.setSystemTime(block_time * 1000 + 60_000);
    await service.askNode();
    expect(await service.tip()).toEqual(left);
    await service.close();
    await database.close();
  });

  it("answers the right blocks after a fork has orphaned the logs that its cursors name", async () => {
    const node = hiro.newNode();
    const lowest = await node.firstHeight();
    for (let height = lowest; height <= hiro.devnet.tip.block_height; height += 1) {
      await node.block(height);
    }
    hiro.devnet.fork({ back: 6, blocks: 7, transactions: "drop" });
    await hiro.devnet.observersCaughtUp();
    const other = hiro.newNode();
    for (let height = lowest; height <= hiro.devnet.tip.block_height; height += 1) {
      expect(await node.block(height)).toEqual(await other.block(height));
    }
  });

  it("answers no orphaned block, since its logs may belong to another branch", async () => {
    const node = hiro.newNode();
    const block = hiro.devnet.tip;
    await sendCall(hiro.devnet.url, alice, "update-statement", [Cl.stringUtf8("Forked")]);
    hiro.devnet.mine();
    const orphan = hiro.devnet.tip.index_block_hash;
    expect(await node.block(orphan)).toMatchObject({
      block: { parentIndexBlockHash: block.index_block_hash },
    });
    hiro.devnet.fork({ back: 1, blocks: 1 });
    await hiro.devnet.observersCaughtUp();
    expect(hiro.devnet.tip.index_block_hash).not.toBe(orphan);
    expect(await node.block(orphan).catch(() => null)).toBeNull();
  });
});
