import { alice } from "@colonnade/devnet/accounts.ts";
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
import { NodeError } from "../chain/node.ts";
import type { Service } from "../service.ts";
import { openTestDatabase } from "./support/database.ts";
import { post } from "./support/fixture.ts";
import { type Hiro, logRequests, readTables, startHiro } from "./support/hiro.ts";
import { sendCall } from "./support/wallet.ts";

/** Makes the prints in an answer about logs undecodable. */
function garbleLogs(answer: string): string {
  return answer.includes('"contract_log"')
    ? answer.replaceAll(/"hex":"0x[0-9a-f]+"/g, '"hex":"0xff"')
    : answer;
}

/** An empty page of logs, before one that begins at a height. */
const upTo = (height: string) => ({
  cursor: "9998:0:0:0",
  prev_cursor: `${height}:0:0:0`,
  results: [],
});

const lineSchema = z.looseObject({ msg: z.string(), events: z.optional(z.int()) });

describe("A Hiro API that fails or answers wrongly", () => {
  let hiro: Hiro;

  beforeAll(async () => {
    hiro = await startHiro();
  });

  beforeEach(() => hiro.reset());
  afterEach(() => vi.useRealTimers());
  afterAll(() => hiro.close());

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
      timeout(refusal.status === "silence" && hiro.asked.length === 59 ? ms / 5 : ms),
    );
    const database = await openTestDatabase();
    hiro.refuse = () => (hiro.asked.length === 60 ? refusal : null);
    const service = await hiro.start(database);
    await service.askNode();
    expect(await readTables(database)).toEqual(await readTables(hiro.posted));
    // The same request is the next one, and no other is made twice.
    expect(hiro.asked[60]).toBe(hiro.asked[59]);
    const raw = hiro.asked.filter((path) => path.startsWith("/v3/transaction/"));
    expect(raw.length - new Set(raw).size).toBeLessThanOrEqual(1);
    await service.close();
    await database.close();
  });

  it("indexes a block far ahead whose post could not be decoded, once it gets there", async () => {
    const database = await openTestDatabase();
    const service = await hiro.start(database);
    await service.askNode();
    const { block_height: height } = hiro.devnet.tip;
    for (let count = 0; count < 20; count += 1) hiro.devnet.mine();
    await hiro.devnet.observersCaughtUp();
    const { tip } = hiro.devnet;
    const broken = { ...tip, block_time: null, burn_block_time: null };
    expect(await post(service, broken)).toBe(200);
    const status = () => createClient({ origin: service.origin })("getStatus");
    expect(await status()).toMatchObject({ tip: { height }, quarantined: 1 });
    await service.askNode();
    expect(await status()).toMatchObject({ tip: { height: tip.block_height }, quarantined: 0 });
    await service.close();
    await database.close();
  });

  it("asks only for the quarantined block while that keeps the index from going on", async () => {
    const database = await openTestDatabase();
    const service = await hiro.start(database);
    await service.askNode();
    await sendCall(hiro.devnet.url, alice, "update-statement", [Cl.stringUtf8("Garbled")]);
    for (let count = 0; count < 4; count += 1) hiro.devnet.mine();
    await hiro.devnet.observersCaughtUp();
    hiro.reword = garbleLogs;
    await service.askNode();
    const status = () => createClient({ origin: service.origin })("getStatus");
    const height = hiro.devnet.tip.block_height - 4;
    expect(await status()).toMatchObject({ tip: { height }, quarantined: 1 });
    hiro.asked = [];
    await service.askNode();
    expect(hiro.asked.filter((path) => /blocks\?|\/principals\//.test(path))).toEqual([]);
    expect(await status()).toMatchObject({ tip: { height }, quarantined: 1 });
    hiro.reword = (answer) => answer;
    await service.askNode();
    expect(await readTables(database)).toEqual(await readTables(hiro.posted));
    expect(await status()).toMatchObject({
      tip: { height: hiro.devnet.tip.block_height },
      quarantined: 0,
    });
    await service.close();
    await database.close();
  });

  it("warns once when catching up ends below the node's tip", async () => {
    const database = await openTestDatabase();
    const lines: string[] = [];
    const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
    const service = await hiro.start(database, {}, undefined, { log });
    await service.askNode();
    await sendCall(hiro.devnet.url, alice, "update-statement", [Cl.stringUtf8("Garbled, too")]);
    for (let count = 0; count < 4; count += 1) hiro.devnet.mine();
    await hiro.devnet.observersCaughtUp();
    const to = hiro.devnet.tip.block_height;
    hiro.reword = garbleLogs;
    expect(lines).toEqual([]);
    await service.askNode();
    const msg =
      "catching up ended below the node's tip: a block is quarantined, or the chain moved on";
    const warnings = lines.map((line) => lineSchema.parse(JSON.parse(line)));
    expect(warnings.filter((line) => line.msg === msg)).toMatchObject([{ height: to - 4, to }]);
    hiro.reword = (answer) => answer;
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
    hiro.beforeAnswer = () => {
      if (hiro.asked.filter(isRaw).length < 20) return Promise.resolve();
      hasBegun();
      return answering;
    };
    const stopping = new AbortController();
    const finality = 5;
    const from = Math.max(0, (await hiro.newNode().firstHeight()) - finality - 1);
    const lines: string[] = [];
    const log = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
    const logged = (words: string) =>
      lines.map((line) => lineSchema.parse(JSON.parse(line))).filter(({ msg }) => msg === words);
    const deep = { COLONNADE_FINALITY: String(finality) };
    const service = await hiro.start(database, deep, stopping.signal, { log });
    const asking = service.askNode().catch((error: unknown) => error);
    await reading;
    const status = await createClient({ origin: service.origin })("getStatus");
    const to = hiro.devnet.tip.block_height;
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
    // What is not indexed yet would look revoked. Another process, which does not ask the API, says the same.
    const other = await hiro.start(database);
    const readList = async ({ origin }: Pick<Service, "origin">) =>
      (await fetch(`${origin}/api/status-list/1`)).status;
    expect(await Promise.all([service, other].map(readList))).toEqual([503, 503]);
    await other.close();
    expect(await post(service, hiro.devnet.tip)).toBe(200);
    stopping.abort();
    await service.close();
    expect(await asking).toBeInstanceOf(NodeError);
    answer();
    const held = await database.kysely.selectFrom("transactions").select("tx_id").execute();
    expect(held.length).toBeGreaterThan(10);
    const silent = { ...hiro.newNode(), tip: () => Promise.reject(new NodeError("It is silent")) };
    const waiting = await hiro.start(database, {}, undefined, { node: silent });
    await waiting.askNode().catch(() => {});
    expect(await readList(waiting)).toBe(503);
    await waiting.close();
    // The next one goes on there.
    const before = new Set(hiro.asked.filter(isRaw));
    hiro.asked = [];
    const next = await hiro.start(database, {}, undefined, { log });
    await next.askNode();
    expect(await readList(next)).toBe(200);
    expect(await readTables(database)).toEqual(await readTables(hiro.posted));
    expect(hiro.asked.filter((path) => before.has(path)).length).toBeLessThanOrEqual(5);
    const [end] = logged("caught up");
    expect(end).toMatchObject({ height: to, to, secondsLeft: 0 });
    expect(end?.events).toBeGreaterThan(0);
    await next.close();
    await database.close();
  });

  it("starts while the API does not answer, and takes posts and requests", async () => {
    const database = await openTestDatabase();
    const silent = { ...hiro.newNode(), tip: () => new Promise<never>(() => {}) };
    const service = await hiro.start(database, {}, undefined, { node: silent });
    await hiro.postBranch(service, hiro.devnet.tip.block_height, 2);
    // Blocks above a gap wait until the API tells what is in it.
    expect(await service.tip()).toBeNull();
    await service.close();
    await database.close();
  });

  it.each([
    ["two seconds after a 429 without `Retry-After`", {}, 2_000],
    ["at the date of `Retry-After`", { "retry-after": "Fri, 01 Jan 2100 00:00:20 GMT" }, 20_000],
  ])("is asked again %s", async (_, refusal, rest) => {
    const node = hiro.newNode();
    const now = Date.UTC(2100, 0, 1);
    vi.useFakeTimers({ toFake: ["Date"], now });
    hiro.refuse = () => refusal;
    await expect(node.tip()).rejects.toThrow(NodeError);
    hiro.refuse = () => null;
    vi.useFakeTimers({ toFake: ["Date"], now: now + rest - 1 });
    await expect(node.tip()).rejects.toThrow(NodeError);
    expect(hiro.asked).toHaveLength(1);
    vi.useFakeTimers({ toFake: ["Date"], now: now + rest });
    expect(await node.tip()).toMatchObject({ height: hiro.devnet.tip.block_height });
  });

  it.each([
    ["lead to themselves", () => upTo("9998")],
    [
      "lead in a circle",
      (cursor: string | null) => upTo(cursor?.startsWith("9998") ? "9999" : "9998"),
    ],
  ])("refuses to answer a block while the pages of logs %s", async (_, pages) => {
    await sendCall(hiro.devnet.url, alice, "update-statement", [Cl.stringUtf8("In the tip")]);
    hiro.devnet.mine();
    await hiro.devnet.observersCaughtUp();
    hiro.pageOf = pages;
    await expect(hiro.newNode().block(hiro.devnet.tip.index_block_hash)).rejects.toThrow(NodeError);
    expect(logRequests(hiro).length).toBeLessThan(5);
  });

  it.each([
    { name: "late", what: "all lists", lists: /\/(logs|transactions)\?/ },
    { name: "later", what: "the logs", lists: /\/logs\?/ },
  ])("stores no block that $what do not know yet", async ({ name, lists }) => {
    const database = await openTestDatabase();
    const service = await hiro.start(database);
    await service.askNode();
    await sendCall(hiro.devnet.url, alice, "update-statement", [Cl.stringUtf8(`Not ${name}`)]);
    hiro.devnet.mine();
    const called = hiro.devnet.tip.block_height;
    hiro.lag = { lists, blocks: 1 };
    await expect(service.askNode()).rejects.toThrow(NodeError);
    expect((await service.tip())?.height).toBe(called - 1);
    // The robot's prints are in the logs only.
    await hiro.deployRobot(name);
    await hiro.devnet.observersCaughtUp();
    await expect(service.askNode()).rejects.toThrow(NodeError);
    expect((await service.tip())?.height).toBe(hiro.devnet.tip.block_height - 1);
    hiro.lag = undefined;
    await service.askNode();
    await service.close();
    expect(await readTables(database)).toEqual(await readTables(hiro.posted));
    await database.close();
  });
});
