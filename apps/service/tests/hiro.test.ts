import { mkdtemp, rm } from "node:fs/promises";
import {
  createServer,
  type IncomingHttpHeaders,
  type Server,
  type ServerResponse,
} from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { alice, erin } from "@colonnade/devnet/accounts.ts";
import { type Devnet, startDevnet } from "@colonnade/devnet/devnet.ts";
import { readConfig } from "@colonnade/domain/config.ts";
import { createClient } from "@colonnade/domain/http/client.ts";
import { Cl } from "@stacks/transactions";
import pino from "pino";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
  vi,
} from "vitest";
import { z } from "zod";
import { configuredNode } from "../chain/configured-node.ts";
import { createHiroNode } from "../chain/hiro-node.ts";
import { NodeError } from "../chain/node.ts";
import { createPayloadReader } from "../chain/payload-reader.ts";
import type { Database } from "../db/database.ts";
import { createMetrics } from "../monitoring/metrics.ts";
import { listen, stopListening } from "../server/listen.ts";
import { type Service, type ServiceOptions, startService } from "../service.ts";
import { protocolContract } from "./support/blocks.ts";
import { keepOpen, openTestDatabase, readDerived } from "./support/database.ts";
import { post, startTestService } from "./support/fixture.ts";
import { findPort } from "./support/port.ts";
import { sendCall, sendContract } from "./support/wallet.ts";

/** Transactions and logs in one request. */
const pageSize = 5;
const writes = 60;

const robot = `${alice.address}.robot`;

/** An empty page of logs, before one that begins at a height. */
const upTo = (height: string) => ({
  cursor: "9998:0:0:0",
  prev_cursor: `${height}:0:0:0`,
  results: [],
});

function answerPage(response: ServerResponse, page: object | null): void {
  response.writeHead(page === null ? 404 : 200, { "content-type": "application/json" });
  response.end(JSON.stringify(page));
}

/** Makes the prints in an answer about logs undecodable. */
function garbleLogs(answer: string): string {
  return answer.includes('"contract_log"')
    ? answer.replaceAll(/"hex":"0x[0-9a-f]+"/g, '"hex":"0xff"')
    : answer;
}

/** What follows from the chain, without the blocks: those that were not posted begin with the contract's first one. */
async function readTables(database: Database): Promise<unknown[][]> {
  const [, ...tables] = await readDerived(database);
  return tables;
}

const lineSchema = z.looseObject({ msg: z.string(), events: z.optional(z.int()) });

describe("A chain read by the Hiro API", () => {
  let folder: string;
  let devnet: Devnet;
  /** An index of the same chain, whose blocks the node posted. */
  let posted: Database;
  let closePosted: () => Promise<void>;
  let postedOrigin: string;
  let server: Server;
  let url: string;
  let asked: string[];
  /**
   * Null where the API answers; else the headers of its refusal. A `status` among them replaces 429; `half` breaks off in
   * the middle of an answer, and `silence` never answers.
   */
  let refuse: (path: string) => Record<string, string> | null;
  /** Paths that are answered with 410 in this test. */
  let closed: RegExp | undefined;
  /** Headers of the last request. */
  let headers: IncomingHttpHeaders;
  /** Waited for before each answer. */
  let beforeAnswer: () => Promise<void>;
  /** Changes the API's answers in this test. */
  let reword: (answer: string) => string;
  /** The contract's first height, where the API says it in this test. */
  let firstHeight: number | undefined;
  /** Lists that come from a server some blocks behind, in this test. */
  let lag: { lists: RegExp; blocks: number } | undefined;
  /** Replaces the API's pages of logs in this test; null answers 404. */
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
    postedOrigin = service.origin;
    devnet = await startDevnet({
      dataFolder: folder,
      port,
      blockMs: "manual",
      observers: [service.observerUrl],
    });
    // Empty blocks below what the tests take as the contract's first height.
    for (let count = 0; count < 10; count += 1) devnet.mine();
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
    await deployRobot("robot");
    // With these blocks on top, most of the above is read from the lists.
    for (let count = 0; count < 20; count += 1) devnet.mine();
    await devnet.observersCaughtUp();
    server = createServer(async ({ url: path = "", headers: sent }, response) => {
      asked.push(path);
      headers = sent;
      await beforeAnswer();
      const page = findReplacement(path);
      if (page !== undefined) {
        answerPage(response, page);
      } else if (closed?.test(path)) {
        response.writeHead(410).end('{"error":"Gone"}');
      } else if (lag?.lists.test(path)) {
        await answerLate(path, devnet.tip.block_height - lag.blocks, response);
      } else {
        await passOn(path, response);
      }
    });
    url = `http://127.0.0.1:${await listen(server, 0, "")}`;
  });

  /** What a test answers instead of the API; null for 404, undefined where the API answers. */
  function findReplacement(path: string): object | null | undefined {
    if (pageOf !== undefined && path.includes("/logs"))
      return pageOf(new URL(path, devnet.url).searchParams.get("cursor"));
    if (firstHeight !== undefined && path.startsWith("/extended/v1/contract/"))
      return { block_height: firstHeight };
    return undefined;
  }

  /** Mines a contract that registers itself when it is deployed. The transaction calls nothing. */
  async function deployRobot(name: string): Promise<void> {
    devnet.giveName(`${name}.btc`, `${alice.address}.${name}`);
    const hex = (text: string) => `0x${Buffer.from(text).toString("hex")}`;
    await sendContract(
      devnet.url,
      alice,
      name,
      // The devnet's VM drops the effects of a contract with a single expression, so there are two.
      `(define-read-only (name) "${name}")
       (contract-call? '${protocolContract} register-profile
         ${hex("btc")} ${hex(name)} none "https://example.com/${name}.png")`,
    );
    devnet.mine();
  }

  /** Answers a list as a server whose tip is at a height. */
  async function answerLate(path: string, height: number, response: ServerResponse): Promise<void> {
    const block = /blocks\/(0x[0-9a-f]+)\/transactions/.exec(path)?.[1];
    if (block !== undefined && (await readBlock(block)).height > height)
      return answerPage(response, null);
    const { pathname, searchParams } = new URL(path, devnet.url);
    const cursor = searchParams.get("cursor");
    if (block === undefined && (cursor === null || Number.parseInt(cursor, 10) > height)) {
      searchParams.set("cursor", `${height + 1}:0:0${pathname.endsWith("/logs") ? ":0" : ""}`);
    }
    const { hash } = await readBlock(height);
    const answer = await fetch(`${devnet.url}${pathname}?${searchParams}`);
    response.writeHead(answer.status, { "content-type": "application/json", etag: `"${hash}"` });
    response.end(await answer.text());
  }

  async function readBlock(id: string | number) {
    const response = await fetch(`${devnet.url}/extended/v2/blocks/${id}`);
    return z
      .object({ height: z.int(), index_block_hash: z.string() })
      .transform(({ height, index_block_hash: hash }) => ({ height, hash }))
      .parse(await response.json());
  }

  async function passOn(path: string, response: ServerResponse): Promise<void> {
    const { status: refused = "429", ...refusal } = refuse(path) ?? { status: "" };
    const isRefused = refused !== "";
    if (refused === "silence") return;
    const answer = isRefused ? null : await fetch(`${devnet.url}${path}`);
    if (refused === "half") {
      response.writeHead(200, { "content-length": "1000" });
      response.write('{"results":[', () => response.destroy());
      return;
    }
    response.writeHead(answer?.status ?? Number(refused), {
      "content-type": "application/json",
      etag: answer?.headers.get("etag") ?? "",
      ...refusal,
    });
    response.end(answer === null ? '{"error":"Too much"}' : reword(await answer.text()));
  }

  beforeEach(() => {
    asked = [];
    refuse = () => null;
    reword = (answer) => answer;
    pageOf = undefined;
    closed = undefined;
    lag = undefined;
    firstHeight = undefined;
    beforeAnswer = () => Promise.resolve();
  });
  afterEach(() => vi.useRealTimers());
  afterAll(async () => {
    await stopListening(server);
    await devnet.close();
    await closePosted();
    await rm(folder, { recursive: true });
  });

  const newNode = (stopping?: AbortSignal) =>
    createHiroNode(url, protocolContract, createPayloadReader(protocolContract), {
      pageSize,
      stopping,
    });
  const start = async (
    database: Database,
    environment: Record<string, string> = {},
    stopping?: AbortSignal,
    options: Partial<ServiceOptions> = {},
  ) => {
    const service = await startService({
      config: readConfig({
        COLONNADE_PORT: "0",
        COLONNADE_OBSERVER_PORT: "0",
        COLONNADE_METRICS_PORT: "0",
        COLONNADE_NETWORK: "testnet",
        COLONNADE_PROTOCOL_CONTRACT: protocolContract,
        COLONNADE_ENDORSEMENT_CONTRACT: `${alice.address}.endorsement`,
        ...environment,
      }),
      database: keepOpen(database),
      node: newNode(stopping),
      log: pino({ level: "silent" }),
      askEvery: 3_600_000,
      ...options,
    });
    const tip = async () => (await createClient({ origin: service.origin })("getStatus")).tip;
    return { ...service, tip };
  };
  /** Posts empty blocks of a branch that leaves the devnet's chain at a height. */
  async function postBranch(service: Service, from: number, blocks: number): Promise<void> {
    let parent = (await readBlock(from)).hash;
    for (let height = from + 1; height <= from + blocks; height += 1) {
      const hash = `0x${height.toString(16).padStart(64, "b")}`;
      const block = { index_block_hash: hash, parent_index_block_hash: parent };
      const rest = { block_height: height, block_time: 1, transactions: [], events: [] };
      expect(await post(service, { ...block, ...rest })).toBe(200);
      parent = hash;
    }
  }
  /** Answers of the API in which everything shows that the index holds. */
  async function readDocuments(origin: string): Promise<unknown[]> {
    const api = createClient({ origin });
    const people = [alice.address, erin.address, robot];
    return [
      await api("listProfiles"),
      await api("listEndorsements"),
      ...(await Promise.all(
        people.map((principal) => api("getEvents", { query: { principal, limit: 100 } })),
      )),
    ];
  }
  const isStatus = (path: string) => path === "/extended/v1/status";
  const logRequests = () => asked.filter((path) => path.includes("/logs"));

  it("ends in the same rows as posted blocks, and reads each page of logs twice at most", async () => {
    const database = await openTestDatabase();
    const service = await start(database);
    await service.askNode();
    await service.close();
    expect(await readTables(database)).toEqual(await readTables(posted));
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
    // Once on the way down and once on the way up.
    expect(logRequests().length).toBeLessThanOrEqual(2 * pages);
  });

  it("is indexed when the API leaves out the results of transactions", async () => {
    const database = await openTestDatabase();
    let left = 0;
    reword = (answer) =>
      answer.replace(/"result":\{[^{}]*\}/g, () => {
        left += 1;
        return '"result":null';
      });
    const service = await start(database);
    await service.askNode();
    await service.close();
    expect(left).toBeGreaterThan(0);
    const { height } = await database.kysely
      .selectFrom("blocks")
      .select(({ fn }) => fn.max("height").as("height"))
      .executeTakeFirstOrThrow();
    expect(height).toBe(devnet.tip.block_height);
    await database.close();
  });

  it.each<[string, Record<string, string>]>([
    ["a pause that the API asks for", { "retry-after": "1" }],
    ["a failure of the API", { status: "500" }],
    ["half an answer", { status: "half" }],
    ["ten seconds of silence", { status: "silence" }],
  ])("goes on where it stopped after %s", async (_, refusal) => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const shortened = vi.spyOn(AbortSignal, "timeout");
    onTestFinished(() => shortened.mockRestore());
    // Of the request that meets silence only, so that the test need not wait for ten seconds.
    shortened.mockImplementation((ms) =>
      timeout(refusal.status === "silence" && asked.length === 59 ? ms / 5 : ms),
    );
    const database = await openTestDatabase();
    refuse = () => (asked.length === 60 ? refusal : null);
    const service = await start(database);
    await service.askNode();
    expect(await readTables(database)).toEqual(await readTables(posted));
    // The same request is the next one, and no other is made twice.
    expect(asked[60]).toBe(asked[59]);
    const raw = asked.filter((path) => path.startsWith("/v3/transaction/"));
    expect(raw.length - new Set(raw).size).toBeLessThanOrEqual(1);
    await service.close();
    await database.close();
  });

  it("begins with the contract's first block, far above the chain's", async () => {
    firstHeight = 10;
    const database = await openTestDatabase();
    const service = await start(database, { COLONNADE_FINALITY: "5" });
    await service.askNode();
    const { height } = await database.kysely
      .selectFrom("blocks")
      .select(({ fn }) => fn.min("height").as("height"))
      .executeTakeFirstOrThrow();
    expect(height).toBe(10);
    const below = await fetch(`${devnet.url}/colonnade/v1/blocks/9`);
    expect(await post(service, await below.json())).toBe(200);
    await service.close();
    expect(await readTables(database)).toEqual(await readTables(posted));
    await database.close();
  });

  it("leaves out blocks far below the tip that hold nothing, and answers the same", async () => {
    for (let count = 0; count < 20; count += 1) devnet.mine();
    await devnet.observersCaughtUp();
    const database = await openTestDatabase();
    const finality = 10;
    const service = await start(database, { COLONNADE_FINALITY: String(finality) });
    await service.askNode();
    const { length: requests } = asked;
    expect(await readDocuments(service.origin)).toEqual(await readDocuments(postedOrigin));
    const calls = await database.kysely.selectFrom("transactions").select("tx_id").execute();
    // One for each call, two lists read twice, and a few for each of the newest blocks.
    expect(requests).toBeLessThan(calls.length + (4 * calls.length) / pageSize + 15 + 2 * finality);
    expect(await readTables(database)).toEqual(await readTables(posted));
    const { height: tip } = (await service.tip()) ?? { height: 0 };
    expect(tip).toBe(devnet.tip.block_height);
    const held = await database.kysely.selectFrom("blocks").select("height").execute();
    const empty = held.filter(({ height }) => height > 40 && height < tip - finality);
    expect(empty).toEqual([]);
    // A node that syncs again posts what was left out, too.
    for (const height of [tip - 30, tip - 29]) {
      const block = await fetch(`${devnet.url}/colonnade/v1/blocks/${height}`);
      expect(await post(service, await block.json())).toBe(200);
    }
    expect((await service.tip())?.height).toBe(tip);
    await service.close();
    // A greater finality depth does not make a fork of it.
    const other = await start(database, { COLONNADE_FINALITY: "1000" });
    const status = () => createClient({ origin: other.origin })("getStatus");
    await other.askNode();
    for (const height of [tip - 30, tip - 29]) {
      const block = await fetch(`${devnet.url}/colonnade/v1/blocks/${height}`);
      expect(await post(other, await block.json())).toBe(200);
    }
    expect(await status()).toMatchObject({ tip: { height: tip }, nodeHeight: tip });
    await other.close();
    await database.close();
  });

  it("stops at a fork below the finality depth, and follows it once that is greater", async () => {
    const database = await openTestDatabase();
    const service = await start(database, { COLONNADE_FINALITY: "5" });
    await service.askNode();
    devnet.fork({ back: 20, blocks: 21, transactions: "drop" });
    await devnet.observersCaughtUp();
    await expect(service.askNode()).rejects.toThrow("COLONNADE_FINALITY");
    const before = await service.tip();
    expect(await post(service, devnet.tip)).toBe(200);
    expect(await service.tip()).toEqual(before);
    await service.close();
    const other = await start(database, { COLONNADE_FINALITY: "50" });
    await other.askNode();
    expect(await readDocuments(other.origin)).toEqual(await readDocuments(postedOrigin));
    expect((await other.tip())?.indexBlockHash).toBe(devnet.tip.index_block_hash);
    await other.close();
    await database.close();
  });

  it("stops when the node returns to a branch that it left below the finality depth", async () => {
    for (let count = 0; count < 12; count += 1) devnet.mine();
    await devnet.observersCaughtUp();
    const database = await openTestDatabase();
    const service = await start(database, { COLONNADE_FINALITY: "50" });
    await service.askNode();
    await postBranch(service, devnet.tip.block_height - 10, 11);
    const before = await service.tip();
    await service.close();
    const lines: string[] = [];
    const other = await start(database, { COLONNADE_FINALITY: "5" }, undefined, {
      askEvery: 1,
      log: pino({ level: "warn" }, { write: (line: string) => lines.push(line) }),
    });
    asked = [];
    await expect.poll(() => asked.filter(isStatus).length, { timeout: 20_000 }).toBeGreaterThan(3);
    expect(lines.filter((line) => line.includes('"alarm":"deep-fork"'))).toHaveLength(1);
    refuse = () => ({ status: "500" });
    asked = [];
    await expect.poll(() => asked.filter(isStatus).length, { timeout: 20_000 }).toBeGreaterThan(3);
    expect(lines.filter((line) => line.includes("the node could not be asked"))).toHaveLength(1);
    refuse = () => null;
    await expect(other.askNode()).rejects.toThrow("COLONNADE_FINALITY");
    expect(await post(other, devnet.tip)).toBe(200);
    devnet.mine();
    await devnet.observersCaughtUp();
    await expect(other.askNode()).rejects.toThrow("COLONNADE_FINALITY");
    expect(await other.tip()).toEqual(before);
    await other.close();
    await database.close();
  });

  it("waits for a node that is far behind", async () => {
    for (let count = 0; count < 20; count += 1) devnet.mine();
    await devnet.observersCaughtUp();
    const database = await openTestDatabase();
    const service = await start(database, { COLONNADE_FINALITY: "5" });
    await service.askNode();
    const before = await service.tip();
    const { hash, height } = await readBlock(devnet.tip.block_height - 10);
    const { tip } = devnet;
    reword = (answer) =>
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
      await sendCall(devnet.url, alice, "update-statement", [Cl.stringUtf8(`Left ${count}`)]);
      devnet.mine();
    }
    const database = await openTestDatabase();
    const service = await start(database, { COLONNADE_FINALITY: "5" });
    await service.askNode();
    const { block_height: height } = devnet.tip;
    await postBranch(service, height - 3, 1);
    expect((await service.tip())?.height).toBe(height - 2);
    for (let count = 0; count < 10; count += 1) devnet.mine();
    await devnet.observersCaughtUp();
    // A batch ends with the second block, so the first batch has only blocks that are indexed already.
    vi.useFakeTimers({ toFake: ["performance"] });
    beforeAnswer = async () => {
      vi.advanceTimersByTime(3_000);
    };
    await service.askNode();
    expect((await service.tip())?.indexBlockHash).toBe(devnet.tip.index_block_hash);
    await service.close();
    expect(await readTables(database)).toEqual(await readTables(posted));
    await database.close();
  });

  it("indexes a block far ahead whose post could not be decoded, once it gets there", async () => {
    const database = await openTestDatabase();
    const service = await start(database);
    await service.askNode();
    const { block_height: height } = devnet.tip;
    for (let count = 0; count < 20; count += 1) devnet.mine();
    await devnet.observersCaughtUp();
    const { tip } = devnet;
    const broken = { ...tip, block_time: null, burn_block_time: null };
    expect(await post(service, broken)).toBe(200);
    const status = () => createClient({ origin: service.origin })("getStatus");
    expect(await status()).toMatchObject({ tip: { height }, quarantined: 1 });
    await service.askNode();
    expect(await status()).toMatchObject({ tip: { height: tip.block_height }, quarantined: 0 });
    await service.close();
    await database.close();
  });

  it("reads a block from the lists when its post is longer than any that is read", async () => {
    const database = await openTestDatabase();
    const service = await start(database);
    await service.askNode();
    await sendCall(devnet.url, alice, "update-statement", [Cl.stringUtf8("Beside a long result")]);
    devnet.mine();
    await devnet.observersCaughtUp();
    const raw_result = `0x${"0".repeat(65 * 1024 * 1024)}`;
    const [first, ...others] = devnet.tip.transactions;
    const long = { ...devnet.tip, transactions: [{ ...first, raw_result }, ...others] };
    expect(await post(service, long)).toBe(200);
    await service.askNode();
    expect(await createClient({ origin: service.origin })("getStatus")).toMatchObject({
      tip: { height: devnet.tip.block_height },
      quarantined: 0,
    });
    expect(await readTables(database)).toEqual(await readTables(posted));
    await service.close();
    await database.close();
  });

  it("asks only for the quarantined block while that keeps the index from going on", async () => {
    const database = await openTestDatabase();
    const service = await start(database);
    await service.askNode();
    await sendCall(devnet.url, alice, "update-statement", [Cl.stringUtf8("Garbled")]);
    for (let count = 0; count < 4; count += 1) devnet.mine();
    await devnet.observersCaughtUp();
    reword = garbleLogs;
    await service.askNode();
    const status = () => createClient({ origin: service.origin })("getStatus");
    const height = devnet.tip.block_height - 4;
    expect(await status()).toMatchObject({ tip: { height }, quarantined: 1 });
    asked = [];
    await service.askNode();
    expect(asked.filter((path) => /blocks\?|\/principals\//.test(path))).toEqual([]);
    expect(await status()).toMatchObject({ tip: { height }, quarantined: 1 });
    reword = (answer) => answer;
    await service.askNode();
    expect(await readTables(database)).toEqual(await readTables(posted));
    expect(await status()).toMatchObject({
      tip: { height: devnet.tip.block_height },
      quarantined: 0,
    });
    await service.close();
    await database.close();
  });

  it("warns once when catching up ends below the node's tip", async () => {
    const database = await openTestDatabase();
    const lines: string[] = [];
    const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
    const service = await start(database, {}, undefined, { log });
    await service.askNode();
    await sendCall(devnet.url, alice, "update-statement", [Cl.stringUtf8("Garbled, too")]);
    for (let count = 0; count < 4; count += 1) devnet.mine();
    await devnet.observersCaughtUp();
    const to = devnet.tip.block_height;
    reword = garbleLogs;
    expect(lines).toEqual([]);
    await service.askNode();
    const msg =
      "catching up ended below the node's tip: a block is quarantined, or the chain moved on";
    const warnings = lines.map((line) => lineSchema.parse(JSON.parse(line)));
    expect(warnings.filter((line) => line.msg === msg)).toMatchObject([{ height: to - 4, to }]);
    reword = (answer) => answer;
    await service.askNode();
    expect((await service.tip())?.height).toBe(to);
    expect(lines).toHaveLength(warnings.length);
    await service.close();
    await database.close();
  });

  it("answers posts and ends at once while it reads a long gap, and goes on there later", async () => {
    const database = await openTestDatabase();
    const { promise: reading, resolve: hasBegun } = Promise.withResolvers<void>();
    const { promise: answering, resolve: answer } = Promise.withResolvers<void>();
    const isRaw = (path: string) => path.startsWith("/v3/transaction/");
    beforeAnswer = () => {
      if (asked.filter(isRaw).length < 20) return Promise.resolve();
      hasBegun();
      return answering;
    };
    const stopping = new AbortController();
    const from = (await newNode().firstHeight()) - 1;
    const lines: string[] = [];
    const log = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
    const logged = (words: string) =>
      lines.map((line) => lineSchema.parse(JSON.parse(line))).filter(({ msg }) => msg === words);
    const deep = { COLONNADE_FINALITY: "5" };
    const service = await start(database, deep, stopping.signal, { log });
    const asking = service.askNode().catch((error: unknown) => error);
    await reading;
    const status = await createClient({ origin: service.origin })("getStatus");
    const to = devnet.tip.block_height;
    const begun = { from, height: from, to, events: 0, blocksPerSecond: 0, secondsLeft: null };
    expect(logged("catching up")[0]).toMatchObject(begun);
    // A slow machine may have indexed the first blocks.
    const { height = from, ...progress } = status.catchingUp ?? {};
    expect(progress).toEqual({
      from,
      to,
      events: expect.any(Number),
      blocksPerSecond: expect.any(Number),
      secondsLeft: height === from ? null : expect.any(Number),
    });
    const metrics = await fetch(`${service.metricsUrl}/metrics`);
    const [, left] = /\ncolonnade_catching_up_blocks (\d+)\n/.exec(await metrics.text()) ?? [];
    expect(Number(left)).toBeGreaterThan(0);
    expect(Number(left)).toBeLessThanOrEqual(to - from);
    // What is not indexed yet would look revoked.
    expect((await fetch(`${service.origin}/api/status-list/1`)).status).toBe(503);
    expect(await post(service, devnet.tip)).toBe(200);
    stopping.abort();
    await service.close();
    expect(await asking).toBeInstanceOf(NodeError);
    answer();
    const held = await database.kysely.selectFrom("transactions").select("tx_id").execute();
    expect(held.length).toBeGreaterThan(10);
    // The next one goes on there.
    const before = new Set(asked.filter(isRaw));
    asked = [];
    const next = await start(database, {}, undefined, { log });
    await next.askNode();
    expect(await readTables(database)).toEqual(await readTables(posted));
    expect(asked.filter((path) => before.has(path)).length).toBeLessThanOrEqual(5);
    const [end] = logged("caught up");
    expect(end).toMatchObject({ height: to, to, secondsLeft: 0 });
    expect(end?.events).toBeGreaterThan(0);
    await next.close();
    await database.close();
  });

  it("keeps a posted block as the tip when the node names none or an older one", async () => {
    const database = await openTestDatabase();
    const service = await start(database);
    await service.askNode();
    const before = await service.tip();
    devnet.mine();
    await devnet.observersCaughtUp();
    const { promise: asking, resolve: hasBegun } = Promise.withResolvers<void>();
    const { promise: answering, resolve: answer } = Promise.withResolvers<void>();
    beforeAnswer = () => {
      hasBegun();
      return answering;
    };
    reword = (status) =>
      status.replaceAll(devnet.tip.index_block_hash, before?.indexBlockHash ?? "");
    const syncing = service.askNode();
    await asking;
    expect(await post(service, devnet.tip)).toBe(200);
    const posted = await service.tip();
    expect(posted?.indexBlockHash).toBe(devnet.tip.index_block_hash);
    answer();
    await syncing;
    expect(await service.tip()).toEqual(posted);
    reword = (status) => status;
    await service.askNode();
    expect(await service.tip()).toEqual(posted);
    await service.close();
    await database.close();
  });

  it("takes the other routes where the API has closed the deprecated ones", async () => {
    const node = newNode();
    const path = `/extended/v3/principals/${protocolContract}/transactions?limit=1`;
    const list = await (await fetch(`${devnet.url}${path}`)).json();
    const txId = z
      .object({ results: z.tuple([z.object({ transaction: z.object({ tx_id: z.string() }) })]) })
      .parse(list).results[0].transaction.tx_id;
    const before = await node.transaction(txId);
    expect(before).toMatchObject({ contractId: protocolContract });
    expect(asked).toEqual([`/extended/v1/tx/${txId}`]);
    const refusing = newNode();
    refuse = (asking) => (asking.startsWith("/extended/v1/tx/") ? { status: "403" } : null);
    expect(await refusing.transaction(txId)).toEqual(before);
    refuse = () => null;
    asked = [];
    expect(await refusing.transaction(txId)).toEqual(before);
    expect(asked).toEqual([`/extended/v1/tx/${txId}`]);
    asked = [];
    closed = /^\/extended\/(v1\/tx|v2\/blocks\/[^/]+\/transactions)/;
    const other = newNode();
    expect(await other.transaction(txId)).toEqual(before);
    expect(await other.transaction(txId)).toEqual(before);
    expect(asked.filter((each) => each.startsWith("/extended/v1/tx/"))).toHaveLength(1);
    const database = await openTestDatabase();
    const service = await start(database);
    await service.askNode();
    await service.close();
    expect(await readTables(database)).toEqual(await readTables(posted));
    await database.close();
  });

  it("sends the key for a higher rate limit, and refuses an API that is too old", async () => {
    const config = readConfig({
      COLONNADE_NETWORK: "testnet",
      COLONNADE_PROTOCOL_CONTRACT: protocolContract,
      COLONNADE_ENDORSEMENT_CONTRACT: `${alice.address}.endorsement`,
      COLONNADE_NODE_URL: url,
      COLONNADE_HIRO_API_KEY: "secret",
    });
    const reader = createPayloadReader(protocolContract);
    const node = configuredNode(config, reader, new AbortController().signal, createMetrics());
    await node.tip();
    expect(headers["x-api-key"]).toBe("secret");
    const say = (version: string) => {
      reword = (answer) =>
        answer.replace(/"server_version":"[^"]*"/, `"server_version":"${version}"`);
    };
    say("stacks-blockchain-api v9.0.2 (master:759c4a58)");
    expect(await node.tip()).toMatchObject({ height: devnet.tip.block_height });
    say("stacks-blockchain-api v8.13.1 (master:1234567)");
    await expect(start(posted)).rejects.toThrow(
      `The Hiro API at ${url} has version 8. Colonnade needs version 9 or later.`,
    );
  });

  it("starts while the API does not answer, and takes posts and requests", async () => {
    const database = await openTestDatabase();
    const silent = { ...newNode(), tip: () => new Promise<never>(() => {}) };
    const service = await start(database, {}, undefined, { node: silent });
    await postBranch(service, devnet.tip.block_height, 2);
    // Blocks above a gap wait until the API tells what is in it.
    expect(await service.tip()).toBeNull();
    await service.close();
    await database.close();
  });

  it.each([
    ["two seconds after a 429 without `Retry-After`", {}, 2_000],
    ["at the date of `Retry-After`", { "retry-after": "Fri, 01 Jan 2100 00:00:20 GMT" }, 20_000],
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
    ["lead to themselves", () => upTo("9998")],
    [
      "lead in a circle",
      (cursor: string | null) => upTo(cursor?.startsWith("9998") ? "9999" : "9998"),
    ],
  ])("refuses to answer a block while the pages of logs %s", async (_, pages) => {
    await sendCall(devnet.url, alice, "update-statement", [Cl.stringUtf8("In the tip")]);
    devnet.mine();
    await devnet.observersCaughtUp();
    pageOf = pages;
    await expect(newNode().block(devnet.tip.index_block_hash)).rejects.toThrow(NodeError);
    expect(logRequests().length).toBeLessThan(5);
  });

  it("answers the right blocks after a fork has orphaned the logs that its cursors name", async () => {
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
  });

  it("answers no orphaned block, since its logs may belong to another branch", async () => {
    const node = newNode();
    const block = devnet.tip;
    await sendCall(devnet.url, alice, "update-statement", [Cl.stringUtf8("Forked")]);
    devnet.mine();
    const orphan = devnet.tip.index_block_hash;
    expect(await node.block(orphan)).toMatchObject({
      block: { parentIndexBlockHash: block.index_block_hash },
    });
    devnet.fork({ back: 1, blocks: 1 });
    await devnet.observersCaughtUp();
    expect(devnet.tip.index_block_hash).not.toBe(orphan);
    expect(await node.block(orphan).catch(() => null)).toBeNull();
  });

  it.each([
    { name: "late", what: "all lists", lists: /\/(logs|transactions)\?/ },
    { name: "later", what: "the logs", lists: /\/logs\?/ },
  ])("stores no block that $what do not know yet", async ({ name, lists }) => {
    const database = await openTestDatabase();
    const service = await start(database);
    await service.askNode();
    await sendCall(devnet.url, alice, "update-statement", [Cl.stringUtf8(`Not ${name}`)]);
    devnet.mine();
    const called = devnet.tip.block_height;
    lag = { lists, blocks: 1 };
    await expect(service.askNode()).rejects.toThrow(NodeError);
    expect((await service.tip())?.height).toBe(called - 1);
    // The robot's prints are in the logs only.
    await deployRobot(name);
    await devnet.observersCaughtUp();
    await expect(service.askNode()).rejects.toThrow(NodeError);
    expect((await service.tip())?.height).toBe(devnet.tip.block_height - 1);
    lag = undefined;
    await service.askNode();
    await service.close();
    expect(await readTables(database)).toEqual(await readTables(posted));
    await database.close();
  });
});
