import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { accounts, alice } from "@colonnade/devnet/accounts.ts";
import { type Devnet, startDevnet } from "@colonnade/devnet/devnet.ts";
import { PROTOCOL } from "@colonnade/devnet/tests/fixture.ts";
import { readConfig } from "@colonnade/domain/config.ts";
import { createClient } from "@colonnade/domain/http/client.ts";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createHiroNode } from "../apps/service/chain/hiro-node.ts";
import { createPayloadReader } from "../apps/service/chain/payload-reader.ts";
import type { Database } from "../apps/service/db/database.ts";
import { startService } from "../apps/service/service.ts";
import { keepOpen, openTestDatabase, readDerived } from "../apps/service/tests/support/database.ts";
import { sendContract } from "../apps/service/tests/support/wallet.ts";
import { peersFolder } from "./folder.ts";
import type { HiroApi } from "./hiro-api.ts";
import { ask, type HiroDevnet, startHiroDevnet } from "./hiro-devnet.ts";
import { startPublicNode } from "./public-node.ts";
import { mineRandomly, randomOf } from "./random-chain.ts";

const BLOCKS = 450;
const blockSchema = z.object({ transactions: z.array(z.object({ txid: z.string() })) });

/** Names the chain: a run with the same seed mines the same transactions and forks. */
const seed = Number(process.env.COLONNADE_PEERS_SEED ?? Date.now() % 1_000_000);

/** The API keeps the totals of logs in counters, which drift over forks. */
const withoutTotal = ({ status, body }: { status: number; body: unknown }) => ({
  status,
  body: { ...Object(body), total: undefined },
});

const parseInterface = (body: unknown) => {
  const { abi } = z.object({ abi: z.string() }).parse(body);
  return { ...Object(body), abi: JSON.parse(abi) };
};

const hexOf = (text: string) => `0x${Buffer.from(text).toString("hex")}`;

/** Has a profile, and speaks thirty times in one transaction. */
const robot = `${alice.address}.robot` as const;
const robotSource = `(define-public (speak)
  (begin
    ${Array.from({ length: 30 }, (_, word) => `(try! (contract-call? '${PROTOCOL} update-statement u"Word ${word}"))`).join("\n    ")}
    (ok true)))
(contract-call? '${PROTOCOL} register-profile ${hexOf("btc")} ${hexOf("robot")} none "ipfs://image")`;

describe.skipIf(peersFolder === undefined)(`The real Hiro API on our devnet, seed ${seed}`, () => {
  let started: HiroDevnet;
  let devnet: Devnet;
  let contract: string;
  let api: HiroApi;
  /** The same API without its deprecated routes. */
  let later: HiroApi;
  let posted: Database;
  let postedOrigin: string;
  const txids: string[] = [];
  const heights = () => Array.from({ length: devnet.tip.block_height }, (_, index) => index + 1);

  beforeAll(async () => {
    started = await startHiroDevnet(peersFolder ?? "");
    ({ devnet, contract, api, posted, postedOrigin } = started);
    devnet.giveName("robot.btc", robot);
    await sendContract(devnet.url, alice, "robot", robotSource);
    devnet.mine();
    const random = randomOf(seed);
    await mineRandomly({ devnet, contract: started.contract, robot, blocks: BLOCKS, random });
    await api.within(900_000, devnet.observersCaughtUp());
    later = await started.startLater();
    for (const height of heights()) {
      const { body } = await ask(devnet.url, `/colonnade/v1/blocks/${height}`);
      txids.push(...blockSchema.parse(body).transactions.map(({ txid }) => txid));
    }
  }, 1_200_000);
  afterAll(() => started[Symbol.asyncDispose]());

  /** Compares an answer of our devnet with the API's, field by field. @returns the API's */
  async function expectSame(path: string): Promise<unknown> {
    const [theirs, ours] = await Promise.all([ask(api.url, path), ask(devnet.url, path)]);
    expect(withoutTotal(ours), path).toEqual(withoutTotal(theirs));
    return theirs.body;
  }

  /** Compares the pages of a list, each from the cursor of the one before. @returns how many */
  async function expectSamePages(
    path: string,
    cursorOf: (page: Record<string, unknown>) => unknown,
  ): Promise<number> {
    let cursor: unknown = null;
    for (let pages = 1; ; pages += 1) {
      const page = await expectSame(cursor === null ? path : `${path}&cursor=${cursor}`);
      cursor = cursorOf(z.record(z.string(), z.unknown()).parse(page));
      if (cursor === null) return pages;
    }
  }

  /** Compares each item, eight at a time, so that both servers always have work. */
  async function forEach<Item>(items: readonly Item[], compare: (item: Item) => Promise<void>) {
    const waiting = items.values();
    const work = async () => {
      for (const item of waiting) await compare(item);
    };
    await Promise.all(Array.from({ length: 8 }, work));
  }

  it("takes every block, and ends on our tip", async () => {
    const status = await ask(api.url, "/extended/v1/status");
    expect(status.body).toMatchObject({
      chain_tip: {
        block_height: devnet.tip.block_height,
        index_block_hash: devnet.tip.index_block_hash,
      },
    });
    const blocks = "/extended/v2/blocks?limit=30";
    const pages = await expectSamePages(blocks, (page) => page.prev_cursor);
    expect(pages).toBe(Math.ceil(devnet.tip.block_height / 30));
  });

  it("agrees with us on the logs of contracts and the cursors between their pages", async () => {
    // The test contract has at least five logs.
    for (const [id, limit] of [
      [contract, 2],
      [PROTOCOL, 7],
    ]) {
      const logs = `/extended/v2/smart-contracts/${id}/logs`;
      const pages = await expectSamePages(`${logs}?limit=${limit}`, (page) => page.prev_cursor);
      expect(pages).toBeGreaterThan(2);
      // Places where no log is, and the newest page.
      for (const place of ["9999:0:0:0", "100:0:0:0", "30:2147483647:3:9", "0:0:0:0"]) {
        await expectSame(`${logs}?cursor=${place}`);
      }
      await expectSame(logs);
    }
  });

  it("agrees with us on nonces, balances and the tokens that each account holds", async () => {
    for (const { address } of accounts) {
      for (const path of [
        `/extended/v1/address/${address}/nonces`,
        `/extended/v1/address/${address}/balances`,
        `/extended/v1/address/${address}/stx`,
        `/extended/v2/addresses/${address}/balances/stx`,
        `/extended/v3/principals/${address}/nonces`,
        `/extended/v3/principals/${address}/balances/stx`,
        `/extended/v1/tokens/nft/holdings?principal=${address}&limit=200`,
      ]) {
        await expectSame(path);
      }
      // From the assets of `ST…` on: the API does not know the names, which are of `SP…`.
      const held = `/extended/v3/principals/${address}/balances/nft?cursor=0x:ST&limit=3`;
      const [theirs, ours] = [await ask(api.url, held), await ask(devnet.url, held)];
      const { total, ...page } = Object(ours.body);
      const { total: known, cursor, ...same } = Object(theirs.body);
      expect({ ...page, cursor: page.cursor.next }).toEqual({ ...same, cursor: cursor.next });
    }
  });

  it("agrees with us on each transaction: status, result, events and raw bytes", async () => {
    expect(txids.length).toBeGreaterThan(100);
    await forEach(txids, async (txid) => {
      await expectSame(`/extended/v1/tx/${txid}/raw`);
      await expectSame(`/extended/v3/transactions/${txid}`);
      await expectSame(
        `/extended/v3/transactions/${txid}?include=function_args,result,post_conditions,source_code`,
      );
      const path = `/extended/v1/tx/${txid}`;
      const [theirs, ours] = await Promise.all([ask(api.url, path), ask(devnet.url, path)]);
      // The API shows no date for the year 1970.
      const date = { parent_burn_block_time_iso: expect.any(String) };
      expect(ours.body, path).toEqual({ ...Object(theirs.body), ...date });
    });
  });

  it("agrees with us on the lists of transactions by block and by principal", async () => {
    for (const id of [contract, PROTOCOL, ...accounts.map(({ address }) => address)]) {
      const path = `/extended/v3/principals/${id}/transactions?limit=20`;
      await expectSamePages(path, ({ cursor }) => Object(cursor).next);
    }
    await forEach(heights(), async (height) => {
      await expectSame(`/extended/v3/blocks/${height}/transactions?limit=50`);
      await expectSame(`/extended/v2/blocks/${height}`);
    });
  });

  it("agrees with us on the interface and source of contracts", async () => {
    for (const id of [contract, PROTOCOL, robot]) {
      const path = `/extended/v1/contract/${id}`;
      const [theirs, ours] = [await ask(api.url, path), await ask(devnet.url, path)];
      expect(parseInterface(ours.body)).toEqual(parseInterface(theirs.body));
    }
  });

  it("agrees with us on the pages of a transaction's events", async () => {
    let pages = 0;
    await forEach(txids, async (txid) => {
      const path = `/extended/v3/transactions/${txid}/events?limit=12`;
      const own = await expectSamePages(path, ({ cursor }) => Object(cursor).next);
      pages += own;
    });
    expect(pages).toBeGreaterThan(txids.length);
  });

  it("refuses what we refuse, with the same status", async () => {
    const unknown = `0x${"ab".repeat(32)}`;
    for (const path of [
      "/extended/v2/blocks/99999",
      "/extended/v2/blocks/abc",
      `/extended/v2/blocks/${unknown}`,
      "/extended/v2/blocks?limit=31",
      "/extended/v2/blocks?offset=301",
      `/extended/v2/blocks?cursor=${unknown}`,
      `/extended/v2/blocks/${devnet.tip.block_height}/transactions`,
      "/extended/v3/blocks/99999/transactions",
      "/extended/v3/blocks/abc/transactions",
      `/extended/v1/tx/${unknown}`,
      "/extended/v1/tx/abc",
      `/extended/v1/tx/${unknown}/raw`,
      `/extended/v3/transactions/${unknown}`,
      `/extended/v3/transactions/${unknown}/events`,
      `/extended/v3/transactions/${txids[0]}/events?cursor=abc`,
      `/extended/v3/transactions/${txids[0]}/events?limit=101`,
      "/extended/v3/mempool/transactions?cursor=abc",
      "/extended/v3/mempool/transactions?limit=51",
      "/extended/v3/principals/abc/mempool/transactions",
      "/extended/v3/transactions/abc",
      "/extended/v1/address/abc/nonces",
      "/extended/v3/principals/abc/transactions",
      "/extended/v1/tokens/nft/holdings?principal=abc",
      `/extended/v2/smart-contracts/${contract}/logs?limit=101`,
      `/extended/v2/smart-contracts/${contract}/logs?cursor=abc`,
      `/extended/v1/contract/${PROTOCOL}x`,
      "/extended/v1/nowhere",
    ]) {
      const [theirs, ours] = [await ask(api.url, path), await ask(devnet.url, path)];
      expect([path, ours.status]).toEqual([path, theirs.status]);
    }
  });

  it("answers 410 where our devnet without deprecated routes does, and no other way", async () => {
    const folder = await mkdtemp(join(tmpdir(), "colonnade-peers-"));
    const bare = await startDevnet({ dataFolder: folder, blockMs: "manual", hasDeprecated: false });
    const [txid = ""] = txids;
    const { address } = accounts[0] ?? { address: "" };
    const gone: string[] = [];
    for (const path of [
      "/extended/v1/status",
      "/extended/v1/tx",
      "/extended/v1/tx/mempool",
      `/extended/v1/tx/${txid}`,
      `/extended/v1/tx/${txid}/raw`,
      `/extended/v1/address/${address}/nonces`,
      `/extended/v1/address/${address}/balances`,
      `/extended/v1/address/${address}/stx`,
      `/extended/v1/address/${address}/transactions`,
      `/extended/v1/address/${address}/mempool`,
      `/extended/v2/addresses/${address}/balances/stx`,
      `/extended/v1/tokens/nft/holdings?principal=${address}`,
      "/extended/v2/blocks/5",
      "/extended/v2/blocks/5/transactions",
      `/extended/v2/smart-contracts/${PROTOCOL}/logs`,
      "/extended/v3/blocks/5/transactions",
      `/extended/v3/principals/${address}/nonces`,
    ]) {
      const [theirs, ours] = [await ask(later.url, path), await ask(bare.url, path)];
      expect([path, ours.status]).toEqual([path, theirs.status]);
      if (theirs.status === 410) gone.push(path);
    }
    // The routes of version 1 but the status, and two of version 2.
    expect(gone).toHaveLength(12);
    await bare.close();
    await rm(folder, { recursive: true });
  });

  /** Reads answers that together show everything that an index holds, cursors included. */
  async function readDocuments(origin: string): Promise<unknown[]> {
    const client = createClient({ origin });
    const people = accounts.map(({ address }) => address);
    return [
      await client("listProfiles"),
      await client("listEndorsements"),
      ...(await Promise.all(
        people.map((principal) => client("getEvents", { query: { principal, limit: 100 } })),
      )),
    ];
  }

  it("has mined what a catching up may meet", async () => {
    const blocks = await posted.kysely
      .selectFrom("blocks")
      .where("canonical", "=", true)
      .select("height")
      .execute();
    const ours = await posted.kysely
      .selectFrom("transactions as t")
      .innerJoin("blocks as b", "b.index_block_hash", "t.index_block_hash")
      .where("b.canonical", "=", true)
      .select(["t.function_name as called", "t.status"])
      .execute();
    const failed = ours.filter(({ called, status }) => called !== null && status !== "success");
    const throughOthers = ours.filter(({ called }) => called === null);
    expect(blocks.length).toBeGreaterThan(200);
    expect(failed.length).toBeGreaterThan(5);
    expect(throughOthers.length).toBeGreaterThan(5);
    const succeeded = ours.filter(({ status }) => status === "success").map(({ called }) => called);
    for (const what of ["submit", "edit", "approve", "burn", "withdraw"]) {
      expect(succeeded).toContain(`${what}-endorsement`);
    }
  });

  it.each([
    ["it", () => api, "1000"],
    ["it without deprecated routes, leaving out most empty blocks,", () => later, "100"],
  ])("catches our service up from %s, to the same documents as posted blocks", async (...row) => {
    const [, from, COLONNADE_FINALITY] = row;
    await using node = await startPublicNode(from().url, devnet.url);
    const database = await openTestDatabase();
    const service = await startService({
      config: readConfig({
        COLONNADE_PORT: "0",
        COLONNADE_OBSERVER_PORT: "0",
        COLONNADE_METRICS_PORT: "0",
        COLONNADE_FINALITY,
      }),
      database: keepOpen(database),
      node: createHiroNode(node.url, PROTOCOL, createPayloadReader(PROTOCOL)),
      log: pino({ level: "silent" }),
      askEvery: 3_600_000,
    });
    await service.askNode();
    expect(await readDocuments(service.origin)).toEqual(await readDocuments(postedOrigin));
    // An index of a public network does not begin with the chain's first block.
    const [blocks, ...tables] = await readDerived(database);
    const [postedBlocks, ...expected] = await readDerived(posted);
    if (COLONNADE_FINALITY === "100") {
      expect(blocks?.length).toBeLessThan((Number(postedBlocks?.length) * 3) / 4);
    }
    expect(expected[0]?.length).toBeGreaterThan(150);
    expect(tables).toEqual(expected);
    await service.close();
    await database.close();
  });
});
