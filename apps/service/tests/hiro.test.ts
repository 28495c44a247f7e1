import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { alice, erin } from "@colonnade/devnet/accounts.ts";
import { type Devnet, startDevnet } from "@colonnade/devnet/devnet.ts";
import { readConfig } from "@colonnade/domain/config.ts";
import { Cl } from "@stacks/transactions";
import pino from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createHiroNode } from "../chain/hiro-node.ts";
import { NodeError } from "../chain/node.ts";
import type { Database } from "../db/database.ts";
import { listen, stopListening } from "../http/listen.ts";
import { startService } from "../service.ts";
import { protocolContract } from "./support/blocks.ts";
import { keepOpen, openTestDatabase, readDerived } from "./support/database.ts";
import { startTestService } from "./support/fixture.ts";
import { findPort } from "./support/port.ts";
import { sendCall, sendContract } from "./support/wallet.ts";

/** Transactions and logs asked for at once. */
const pageSize = 5;
const writes = 60;

/** A contract that registers itself as it is deployed: the transaction calls nothing. */
const robot = `${alice.address}.robot`;

/** A page without logs, before one that begins at a height. */
const upTo = (height: string) => ({ next_cursor: `${height}:0:0:0`, results: [] });

describe("A chain that is read by the Hiro API", () => {
  let folder: string;
  let devnet: Devnet;
  /** What its blocks, posted by the node itself, come to. */
  let posted: Database;
  let closePosted: () => Promise<void>;
  let server: Server;
  let url: string;
  let asked: string[];
  /** Paths that were answered with 404. */
  let missing: string[];
  /** How the API answers instead of the chain, for a while. */
  let refuse: (path: string) => Record<string, string> | null;
  /** What becomes of an answer of the chain on its way, for a while. */
  let reword: (answer: string) => string;
  /** What the API says of pages of logs instead of what it has, for a while; null for 404. */
  let pageOf: ((cursor: string | null) => object | null) | undefined;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "colonnade-hiro-"));
    const port = await findPort();
    posted = await openTestDatabase();
    const service = await startTestService(
      { url: `http://127.0.0.1:${port}` },
      { database: posted },
    );
    closePosted = service.close;
    devnet = await startDevnet({
      dataFolder: folder,
      port,
      blockMs: "manual",
      observers: [service.observerUrl],
    });
    await sendCall(devnet.url, alice, "register-profile", [
      Cl.bufferFromUtf8("btc"),
      Cl.bufferFromUtf8("alice"),
      Cl.none(),
      Cl.stringAscii("https://example.com/alice.png"),
    ]);
    for (let count = 1; count < writes; count += 1) {
      await sendCall(devnet.url, alice, "update-statement", [Cl.stringUtf8(`Word ${count}`)]);
      if (count % 3 === 0) devnet.mine();
    }
    await sendCall(devnet.url, erin, "update-statement", [Cl.stringUtf8("Of nobody's profile")]);
    devnet.mine();
    devnet.giveName("robot.btc", robot);
    const hex = (text: string) => `0x${Buffer.from(text).toString("hex")}`;
    await sendContract(
      devnet.url,
      alice,
      "robot",
      // The VM of the devnet runs a single expression without its effects, so there is more than one.
      `(define-read-only (name) "robot")
       (contract-call? '${protocolContract} register-profile
         ${hex("btc")} ${hex("robot")} none "https://example.com/robot.png")`,
    );
    devnet.mine();
    await devnet.observersCaughtUp();
    server = createServer(async ({ url: path = "" }, response) => {
      asked.push(path);
      if (pageOf !== undefined && path.includes("/logs")) {
        const page = pageOf(new URL(path, devnet.url).searchParams.get("cursor"));
        response.writeHead(page === null ? 404 : 200, { "content-type": "application/json" });
        response.end(JSON.stringify(page));
        return;
      }
      const refusal = refuse(path);
      const answer = refusal === null ? await fetch(`${devnet.url}${path}`) : null;
      if (answer?.status === 404) missing.push(path);
      response.writeHead(answer?.status ?? 429, {
        "content-type": "application/json",
        ...refusal,
      });
      response.end(answer === null ? '{"error":"Too much"}' : reword(await answer.text()));
    });
    url = `http://127.0.0.1:${await listen(server, 0, "")}`;
  });

  beforeEach(() => {
    asked = [];
    missing = [];
    refuse = () => null;
    reword = (answer) => answer;
    pageOf = undefined;
  });
  afterEach(() => vi.useRealTimers());
  afterAll(async () => {
    await stopListening(server);
    await devnet.close();
    await closePosted();
    await rm(folder, { recursive: true });
  });

  const newNode = () => createHiroNode(url, protocolContract, pageSize);
  const start = (database: Database) =>
    startService({
      config: readConfig({ COLONNADE_PORT: "0", COLONNADE_OBSERVER_PORT: "0" }),
      database: keepOpen(database),
      node: newNode(),
      log: pino({ level: "silent" }),
      askEvery: 3_600_000,
    });
  const logRequests = () => asked.filter((path) => path.includes("/logs"));

  it("comes to the same as what was posted, and its logs are walked once", async () => {
    const database = await openTestDatabase();
    const service = await start(database);
    await service.askNode();
    await service.close();
    expect(await readDerived(database)).toEqual(await readDerived(posted));
    const profiles = await database.kysely.selectFrom("profiles").select("address").execute();
    expect(profiles.map(({ address }) => address)).toContain(robot);
    const { error_code } = await database.kysely
      .selectFrom("transactions")
      .where("sender", "=", erin.address)
      .select("error_code")
      .executeTakeFirstOrThrow();
    expect(error_code).toBe(1101);
    await database.close();
    const pages = Math.ceil((writes + 1) / pageSize);
    const printing = Math.ceil(writes / 3) + 1;
    // Each page on the way down, and at each block one or two.
    expect(logRequests().length).toBeLessThanOrEqual(pages + 2 * printing);
  });

  it("goes on where the API does not say what a transaction returned", async () => {
    const database = await openTestDatabase();
    let left = 0;
    reword = (answer) =>
      answer.replace(/"tx_result":\{[^{}]*\}/g, () => {
        left += 1;
        return '"tx_result":null';
      });
    const service = await start(database);
    await service.askNode();
    await service.close();
    expect(left).toBeGreaterThan(writes);
    const { height } = await database.kysely
      .selectFrom("blocks")
      .select(({ fn }) => fn.max("height").as("height"))
      .executeTakeFirstOrThrow();
    expect(height).toBe(devnet.tip.block_height);
    await database.close();
  });

  it("is left alone for as long as it wants to be, and then read on from there", async () => {
    const database = await openTestDatabase();
    const height = async () =>
      (await database.kysely.selectFrom("blocks").select("height").execute()).length;
    // The clock stands, however long indexing takes.
    vi.useFakeTimers({ toFake: ["Date"] });
    refuse = () => (asked.length === 60 ? { "retry-after": "30" } : null);
    const service = await start(database);
    await expect(service.askNode()).rejects.toThrow(NodeError);
    expect(asked).toHaveLength(60);
    expect(await height()).toBeGreaterThan(2);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 29_000 });
    await expect(service.askNode()).rejects.toThrow(NodeError);
    expect(asked).toHaveLength(60);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2_000 });
    await service.askNode();
    expect(await height()).toBe(devnet.tip.block_height);
    expect(asked.filter((path) => path === "/extended/v2/blocks/2")).toHaveLength(1);
    await service.close();
    await database.close();
  });

  it.each([
    ["in two seconds where it does not say when", {}, 2_000],
    ["by a date", { "retry-after": "Fri, 01 Jan 2100 00:00:20 GMT" }, 20_000],
  ])("is asked again %s", async (_, refusal, rest) => {
    const node = newNode();
    const now = Date.UTC(2100, 0, 1);
    vi.useFakeTimers({ toFake: ["Date"], now });
    refuse = () => refusal;
    await expect(node.tip()).rejects.toThrow(NodeError);
    refuse = () => null;
    vi.useFakeTimers({ toFake: ["Date"], now: now + rest - 1 });
    await expect(node.tip()).rejects.toThrow(NodeError);
    expect(asked).toHaveLength(1);
    vi.useFakeTimers({ toFake: ["Date"], now: now + rest });
    expect(await node.tip()).toMatchObject({ height: devnet.tip.block_height });
  });

  it.each([
    [
      "are gone again and again",
      (cursor: string | null) => (cursor === null ? upTo("9998") : null),
    ],
    ["lead to themselves", () => upTo("9998")],
    [
      "lead in a circle",
      (cursor: string | null) => upTo(cursor?.startsWith("9998") ? "9999" : "9998"),
    ],
  ])("answers no block while the pages of logs %s", async (_, pages) => {
    pageOf = pages;
    await expect(newNode().block(devnet.tip.index_block_hash)).rejects.toThrow(NodeError);
    expect(logRequests().length).toBeLessThan(5);
  });

  it("is read right although a fork takes what its pages of logs begin with", async () => {
    const node = newNode();
    const lowest = await node.firstHeight();
    for (let height = lowest; height <= devnet.tip.block_height; height += 1) {
      await node.block(height);
    }
    devnet.fork({ back: 6, blocks: 7, transactions: "drop" });
    await devnet.observersCaughtUp();
    const other = newNode();
    for (let height = lowest; height <= devnet.tip.block_height; height += 1) {
      expect(await node.block(height)).toEqual(await other.block(height));
    }
    expect(missing).toContainEqual(expect.stringContaining("&cursor="));
  });

  it("answers no block whose logs may be another branch's", async () => {
    const node = newNode();
    const block = devnet.tip;
    await sendCall(devnet.url, alice, "update-statement", [Cl.stringUtf8("Forked")]);
    devnet.mine();
    const orphan = devnet.tip.index_block_hash;
    expect(await node.block(orphan)).toMatchObject({
      parent_index_block_hash: block.index_block_hash,
    });
    devnet.fork({ back: 1, blocks: 1 });
    await devnet.observersCaughtUp();
    expect(devnet.tip.index_block_hash).not.toBe(orphan);
    await expect(node.block(orphan)).rejects.toThrow(NodeError);
  });
});
