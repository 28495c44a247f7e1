import { alice, erin } from "@colonnade/devnet/accounts.ts";
import { readConfig } from "@colonnade/domain/config.ts";
import { createClient } from "@colonnade/domain/http/client.ts";
import { Cl } from "@stacks/transactions";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { configuredNode } from "../chain/configured-node.ts";
import { createPayloadReader } from "../chain/payload-reader.ts";
import { createMetrics } from "../monitoring/metrics.ts";
import { protocolContract } from "./support/blocks.ts";
import { openTestDatabase } from "./support/database.ts";
import { post } from "./support/fixture.ts";
import {
  type Hiro,
  logRequests,
  pageSize,
  readDocuments,
  readTables,
  robot,
  startHiro,
  writes,
} from "./support/hiro.ts";
import { sendCall } from "./support/wallet.ts";

describe("A chain read by the Hiro API", () => {
  let hiro: Hiro;

  beforeAll(async () => {
    hiro = await startHiro();
  });

  beforeEach(() => hiro.reset());
  afterAll(() => hiro.close());

  it("ends in the same rows as posted blocks, and reads each page of logs twice at most", async () => {
    const database = await openTestDatabase();
    const service = await hiro.start(database);
    await service.askNode();
    await service.close();
    expect(await readTables(database)).toEqual(await readTables(hiro.posted));
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
    expect(logRequests(hiro).length).toBeLessThanOrEqual(2 * pages);
  });

  it("is indexed when the API leaves out the results of transactions", async () => {
    const database = await openTestDatabase();
    let left = 0;
    hiro.reword = (answer) =>
      answer.replace(/"result":\{[^{}]*\}/g, () => {
        left += 1;
        return '"result":null';
      });
    const service = await hiro.start(database);
    await service.askNode();
    await service.close();
    expect(left).toBeGreaterThan(0);
    const { height } = await database.kysely
      .selectFrom("blocks")
      .select(({ fn }) => fn.max("height").as("height"))
      .executeTakeFirstOrThrow();
    expect(height).toBe(hiro.devnet.tip.block_height);
    await database.close();
  });

  it("begins as far below the contract's first block as a fork may go", async () => {
    hiro.firstHeight = 10;
    const database = await openTestDatabase();
    const service = await hiro.start(database, { COLONNADE_FINALITY: "5" });
    await service.askNode();
    const { height } = await database.kysely
      .selectFrom("blocks")
      .select(({ fn }) => fn.min("height").as("height"))
      .executeTakeFirstOrThrow();
    expect(height).toBe(5);
    const below = await fetch(`${hiro.devnet.url}/colonnade/v1/blocks/4`);
    expect(await post(service, await below.json())).toBe(200);
    await service.close();
    expect(await readTables(database)).toEqual(await readTables(hiro.posted));
    await database.close();
  });

  it("leaves out blocks far below the tip that hold nothing, and answers the same", async () => {
    for (let count = 0; count < 20; count += 1) hiro.devnet.mine();
    await hiro.devnet.observersCaughtUp();
    const database = await openTestDatabase();
    const finality = 10;
    const service = await hiro.start(database, { COLONNADE_FINALITY: String(finality) });
    await service.askNode();
    const { length: requests } = hiro.asked;
    expect(await readDocuments(service.origin)).toEqual(await readDocuments(hiro.postedOrigin));
    const calls = await database.kysely.selectFrom("transactions").select("tx_id").execute();
    // One for each call, two lists read twice, and a few for each of the newest blocks.
    expect(requests).toBeLessThan(calls.length + (4 * calls.length) / pageSize + 15 + 2 * finality);
    expect(await readTables(database)).toEqual(await readTables(hiro.posted));
    const { height: tip } = (await service.tip()) ?? { height: 0 };
    expect(tip).toBe(hiro.devnet.tip.block_height);
    const held = await database.kysely.selectFrom("blocks").select("height").execute();
    const empty = held.filter(({ height }) => height > 40 && height < tip - finality);
    expect(empty).toEqual([]);
    // A node that syncs again posts what was left out, too.
    for (const height of [tip - 30, tip - 29]) {
      const block = await fetch(`${hiro.devnet.url}/colonnade/v1/blocks/${height}`);
      expect(await post(service, await block.json())).toBe(200);
    }
    expect((await service.tip())?.height).toBe(tip);
    await service.close();
    // A greater finality depth does not make a fork of it.
    const other = await hiro.start(database, { COLONNADE_FINALITY: "1000" });
    const status = () => createClient({ origin: other.origin })("getStatus");
    await other.askNode();
    for (const height of [tip - 30, tip - 29]) {
      const block = await fetch(`${hiro.devnet.url}/colonnade/v1/blocks/${height}`);
      expect(await post(other, await block.json())).toBe(200);
    }
    expect(await status()).toMatchObject({ tip: { height: tip }, nodeHeight: tip });
    await other.close();
    await database.close();
  });

  it("reads a block from the lists when its post is longer than any that is read", async () => {
    const database = await openTestDatabase();
    const service = await hiro.start(database);
    await service.askNode();
    await sendCall(hiro.devnet.url, alice, "update-statement", [
      Cl.stringUtf8("Beside a long result"),
    ]);
    hiro.devnet.mine();
    await hiro.devnet.observersCaughtUp();
    const raw_result = `0x${"0".repeat(65 * 1024 * 1024)}`;
    const [first, ...others] = hiro.devnet.tip.transactions;
    const long = { ...hiro.devnet.tip, transactions: [{ ...first, raw_result }, ...others] };
    expect(await post(service, long)).toBe(200);
    await service.askNode();
    expect(await createClient({ origin: service.origin })("getStatus")).toMatchObject({
      tip: { height: hiro.devnet.tip.block_height },
      quarantined: 0,
    });
    expect(await readTables(database)).toEqual(await readTables(hiro.posted));
    await service.close();
    await database.close();
  });

  it("takes the other routes where the API has closed the deprecated ones", async () => {
    const node = hiro.newNode();
    const path = `/extended/v3/principals/${protocolContract}/transactions?limit=1`;
    const list = await (await fetch(`${hiro.devnet.url}${path}`)).json();
    const txId = z
      .object({ results: z.tuple([z.object({ transaction: z.object({ tx_id: z.string() }) })]) })
      .parse(list).results[0].transaction.tx_id;
    const before = await node.transaction(txId);
    expect(before).toMatchObject({ contractId: protocolContract });
    expect(hiro.asked).toEqual([`/extended/v1/tx/${txId}`]);
    const refusing = hiro.newNode();
    hiro.refuse = (asking) => (asking.startsWith("/extended/v1/tx/") ? { status: "403" } : null);
    expect(await refusing.transaction(txId)).toEqual(before);
    hiro.refuse = () => null;
    hiro.asked = [];
    expect(await refusing.transaction(txId)).toEqual(before);
    expect(hiro.asked).toEqual([`/extended/v1/tx/${txId}`]);
    hiro.asked = [];
    hiro.closed = /^\/extended\/(v1\/tx|v2\/blocks\/[^/]+\/transactions)/;
    const other = hiro.newNode();
    expect(await other.transaction(txId)).toEqual(before);
    expect(await other.transaction(txId)).toEqual(before);
    expect(hiro.asked.filter((each) => each.startsWith("/extended/v1/tx/"))).toHaveLength(1);
    const database = await openTestDatabase();
    const service = await hiro.start(database);
    await service.askNode();
    await service.close();
    expect(await readTables(database)).toEqual(await readTables(hiro.posted));
    await database.close();
  });

  it("sends the key for a higher rate limit, and refuses an API that is too old", async () => {
    const config = readConfig({
      COLONNADE_NETWORK: "testnet",
      COLONNADE_PROTOCOL_CONTRACT: protocolContract,
      COLONNADE_ENDORSEMENT_CONTRACT: `${alice.address}.endorsement`,
      COLONNADE_NODE_URL: hiro.url,
      COLONNADE_HIRO_API_KEY: "secret",
    });
    const reader = createPayloadReader(protocolContract);
    const node = configuredNode(config, reader, new AbortController().signal, createMetrics());
    await node.tip();
    expect(hiro.headers["x-api-key"]).toBe("secret");
    const say = (version: string) => {
      hiro.reword = (answer) =>
        answer.replace(/"server_version":"[^"]*"/, `"server_version":"${version}"`);
    };
    say("stacks-blockchain-api v9.0.2 (master:759c4a58)");
    expect(await node.tip()).toMatchObject({ height: hiro.devnet.tip.block_height });
    say("stacks-blockchain-api v8.13.1 (master:1234567)");
    await expect(hiro.start(hiro.posted)).rejects.toThrow(
      `The Hiro API at ${hiro.url} has version 8. Colonnade needs version 9 or later.`,
    );
  });
});
