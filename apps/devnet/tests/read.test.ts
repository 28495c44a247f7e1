import { Cl } from "@stacks/transactions";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { accounts, alice, bob, deployer, grace } from "../accounts.ts";
import type { Devnet } from "../devnet.ts";
import { deployTestContract, get, PROTOCOL, post, send, startTestDevnet } from "./fixture.ts";

let devnet: Devnet;
let path: string;
let contract: `${string}.${string}`;
const BNS = "SP2QEZ06AGJ3RKJPBV14SY1V5BBFNAW33D96YPGZF/BNS-V2";

beforeAll(async () => {
  devnet = await startTestDevnet();
  contract = await deployTestContract(devnet);
  path = contract.replace(".", "/");
  for (const count of [1, 2, 3]) {
    await send(devnet, alice, { contract, functionName: "count", args: [] });
    if (count === 2) devnet.mine();
  }
  await send(devnet, alice, {
    contract,
    functionName: "write-note",
    args: [Cl.uint(7), Cl.stringUtf8("seven")],
  });
  devnet.mine();
});
afterAll(() => devnet.close());

/** A page of `/extended/v3/principals/{principal}/transactions`. */
const listedSchema = z.object({
  total: z.int(),
  cursor: z.object({ next: z.string().nullable() }),
  results: z.array(
    z.object({
      transaction: z.looseObject({
        tx_id: z.string(),
        block: z.looseObject({ height: z.int(), index_hash: z.string() }),
      }),
    }),
  ),
});

const uint = (value: number): string => `0x${Cl.serialize(Cl.uint(value))}`;

describe("the node's routes", () => {
  test("answers the tip and the network as node info", async () => {
    expect(await get(devnet, "/v2/info")).toEqual({
      status: 200,
      body: expect.objectContaining({
        network_id: 2_147_483_648,
        stacks_tip_height: devnet.tip.block_height,
        stacks_tip: devnet.tip.block_hash.slice(2),
        burn_block_height: 1,
        is_fully_synced: true,
        node_public_key: expect.stringMatching(/^0[23][0-9a-f]{64}$/),
        node_public_key_hash: expect.stringMatching(/^[0-9a-f]{40}$/),
      }),
    });
  });

  test("answers a fee rate and three sufficient estimates", async () => {
    expect((await get(devnet, "/v2/fees/transfer")).body).toBe(1);
    const { body } = await post(devnet, "/v2/fees/transaction", {
      transaction_payload: "00",
      estimated_len: 300,
    });
    expect(body).toMatchObject({
      estimations: [
        { fee: 600, fee_rate: 2 },
        { fee: 1200, fee_rate: 4 },
        { fee: 2400, fee_rate: 8 },
      ],
    });
  });

  test("answers a large balance for the cast and none for an unknown address", async () => {
    for (const { address } of accounts) {
      const { body } = await get(devnet, `/v2/accounts/${address}?proof=0`);
      expect(body).toMatchObject({
        balance: expect.stringMatching(/^0x0{16}00005[0-9a-f]{11}$/),
        locked: `0x${"0".repeat(32)}`,
        unlock_height: 0,
      });
    }
    const stranger = "ST000000000000000000002AMW42H";
    expect((await get(devnet, `/v2/accounts/${stranger}1?proof=0`)).status).toBe(400);
  });

  test("answers a contract's interface and source, and 404 for none", async () => {
    expect((await get(devnet, `/v2/contracts/interface/${path}`)).body).toMatchObject({
      functions: expect.arrayContaining([
        {
          name: "mint-badge",
          access: "public",
          args: [{ name: "id", type: "uint128" }],
          outputs: { type: { response: { ok: "bool", error: "uint128" } } },
        },
      ]),
      maps: [{ name: "notes", key: "uint128", value: { "string-utf8": { length: 20 } } }],
      non_fungible_tokens: [{ name: "badge" }],
    });
    expect((await get(devnet, `/v2/contracts/source/${path}`)).body).toMatchObject({
      source: expect.stringContaining("(define-public (count)"),
      publish_height: expect.any(Number),
    });
    expect((await fetch(`${devnet.url}/v2/contracts/interface/${path}x`)).status).toBe(404);
  });

  test("answers a read-only call, or why it failed", async () => {
    const read = (name: string, args: string[] = []) =>
      post(devnet, `/v2/contracts/call-read/${path}/${name}`, {
        sender: alice.address,
        arguments: args,
      });
    expect((await read("get-counter")).body).toEqual({ okay: true, result: uint(3) });
    expect((await read("get-height")).body).toEqual({
      okay: true,
      result: uint(devnet.tip.block_height),
    });
    expect((await read("divide", [uint(0)])).body).toEqual({
      okay: false,
      cause: expect.stringContaining("DivisionByZero"),
    });
    expect((await read("count")).body).toEqual({ okay: false, cause: "NotReadOnly" });
    expect((await read("nothing")).body).toMatchObject({ okay: false });
    expect((await read("get-counter")).body).toEqual({ okay: true, result: uint(3) });
    expect((await read("divide", ["0xzz"])).status).toBe(400);
  });

  test("answers map entries and data variables", async () => {
    expect((await post(devnet, `/v2/map_entry/${path}/notes`, uint(7))).body).toEqual({
      data: `0x${Cl.serialize(Cl.some(Cl.stringUtf8("seven")))}`,
    });
    expect((await post(devnet, `/v2/map_entry/${path}/notes`, uint(8))).body).toEqual({
      data: "0x09",
    });
    expect((await get(devnet, `/v2/data_var/${path}/counter`)).body).toEqual({ data: uint(3) });
    expect((await fetch(`${devnet.url}/v2/data_var/${path}/nothing`)).status).toBe(404);
  });
});

describe("the Hiro API's routes", () => {
  test("answers the tip as status", async () => {
    expect((await get(devnet, "/extended/v1/status")).body).toMatchObject({
      status: "ready",
      chain_tip: {
        block_height: devnet.tip.block_height,
        index_block_hash: devnet.tip.index_block_hash,
      },
    });
  });

  test("counts waiting nonces, and names the gaps between them", async () => {
    const call = { contract, functionName: "count", args: [] };
    await send(devnet, bob, { ...call, nonce: 0 });
    await send(devnet, bob, { ...call, nonce: 2 });
    const nonces = `/extended/v1/address/${bob.address}/nonces`;
    expect((await get(devnet, nonces)).body).toEqual({
      last_executed_tx_nonce: null,
      last_mempool_tx_nonce: 2,
      possible_next_nonce: 3,
      // The API looks for gaps above a mined nonce only.
      detected_missing_nonces: [],
      detected_mempool_nonces: [],
    });
    expect((await get(devnet, `/extended/v1/address/${bob.address}/mempool`)).body).toMatchObject({
      total: 2,
      results: [{ nonce: 2, tx_status: "pending" }, { nonce: 0 }],
    });
    devnet.mine();
    expect((await get(devnet, nonces)).body).toMatchObject({
      last_executed_tx_nonce: 0,
      possible_next_nonce: 3,
      detected_missing_nonces: [1],
    });
  });

  test("answers balances and NFT holdings", async () => {
    await send(devnet, alice, { contract, functionName: "mint-badge", args: [Cl.uint(9)] });
    devnet.mine();
    expect(
      (await get(devnet, `/extended/v1/address/${alice.address}/balances`)).body,
    ).toMatchObject({
      stx: { balance: expect.stringMatching(/^99999\d+$/), locked: "0" },
      non_fungible_tokens: { [`${contract}::badge`]: { count: "1" } },
    });
    expect(
      (await get(devnet, `/extended/v1/tokens/nft/holdings?principal=${alice.address}`)).body,
    ).toMatchObject({
      total: 1,
      results: [{ asset_identifier: `${contract}::badge`, value: { repr: "(tuple (id u9))" } }],
    });
  });

  test("answers names by address and by name, and 404 for none", async () => {
    expect((await get(devnet, `/v1/addresses/stacks/${alice.address}`)).body).toEqual({
      names: ["alice.btc"],
    });
    expect((await get(devnet, `/v1/addresses/stacks/${grace.address}`)).body).toEqual({
      names: [],
    });
    expect((await get(devnet, "/v1/names/alice.btc")).body).toMatchObject({
      address: alice.address,
      status: "name-register",
    });
    for (const name of ["nobody.btc", "nonsense", "UPPER.btc", "a.b.c"]) {
      expect(await get(devnet, `/v1/names/${name}`)).toEqual({
        status: 404,
        body: { error: expect.any(String) },
      });
    }
  });

  test("answers BNS-V2's read functions by call-read", async () => {
    const { body } = await post(devnet, `/v2/contracts/call-read/${BNS}/get-primary`, {
      sender: alice.address,
      arguments: [`0x${Cl.serialize(Cl.principal(alice.address))}`],
    });
    expect(body).toEqual({
      okay: true,
      result: `0x${Cl.serialize(
        Cl.ok(
          Cl.some(
            Cl.tuple({
              name: Cl.bufferFromUtf8("alice"),
              namespace: Cl.bufferFromUtf8("btc"),
            }),
          ),
        ),
      )}`,
    });
  });

  test("gives, transfers and expires a name on demand", async () => {
    devnet.giveName("grace.btc", grace.address);
    expect((await get(devnet, `/v1/addresses/stacks/${grace.address}`)).body).toEqual({
      names: ["grace.btc"],
    });
    await post(devnet, "/colonnade/v1/names", {
      action: "transfer",
      name: "grace.btc",
      owner: bob.address,
    });
    expect((await get(devnet, "/v1/names/grace.btc")).body).toMatchObject({
      address: bob.address,
    });
    devnet.expireName("grace.btc", 1);
    expect((await get(devnet, "/v1/names/grace.btc")).body).toMatchObject({ expire_block: 1 });
    const taken = { action: "give", name: "grace.btc", owner: bob.address };
    expect((await post(devnet, "/colonnade/v1/names", taken)).status).toBe(400);
  });

  test("lists the names that somebody owns among their tokens, from a cursor on", async () => {
    for (const name of ["one.btc", "two.stx", "three.btc"]) devnet.giveName(name, grace.address);
    const [bnsAddress, bnsName] = BNS.split("/");
    const asset = `${bnsAddress}.${bnsName}::BNS-V2`;
    const path = `/extended/v3/principals/${grace.address}/balances/nft`;
    const { body } = await get(devnet, `${path}?cursor=0x:${asset}&limit=2`);
    expect(body).toMatchObject({
      total: 3,
      results: [{ asset_identifier: asset }, { asset_identifier: asset }],
      cursor: { previous: null },
    });
    const { cursor } = z.object({ cursor: z.object({ next: z.string() }) }).parse(body);
    const rest = await get(devnet, `${path}?cursor=${cursor.next}`);
    expect(rest.body).toMatchObject({
      results: [{}],
      cursor: { next: null, current: cursor.next },
    });
    expect((await get(devnet, `${path}?cursor=3`)).status).toBe(400);
  });

  test("lists blocks, newest first, and their transactions", async () => {
    const { body } = await get(devnet, "/extended/v2/blocks?limit=2&offset=1");
    expect(body).toMatchObject({
      limit: 2,
      offset: 1,
      total: devnet.tip.block_height,
      results: [{ height: devnet.tip.block_height - 1 }, { height: devnet.tip.block_height - 2 }],
    });
    for (const id of [devnet.tip.block_height, devnet.tip.block_hash, "latest"]) {
      expect((await get(devnet, `/extended/v2/blocks/${id}`)).body).toMatchObject({
        canonical: true,
        height: devnet.tip.block_height,
        hash: devnet.tip.block_hash,
        index_block_hash: devnet.tip.index_block_hash,
        tx_count: devnet.tip.transactions.length,
      });
    }
    expect((await get(devnet, "/extended/v2/blocks/5/transactions")).body).toMatchObject({
      total: 2,
      results: [{ tx_type: "smart_contract" }, { tx_type: "smart_contract" }],
    });
    expect((await get(devnet, "/extended/v2/blocks/99999")).status).toBe(404);
  });

  test("lists blocks from a cursor to the older ones", async () => {
    const { body: first } = await get(devnet, "/extended/v2/blocks?limit=2");
    const cursor = String(Reflect.get(Object(first), "prev_cursor"));
    expect((await get(devnet, `/extended/v2/blocks?limit=2&cursor=${cursor}`)).body).toMatchObject({
      next_cursor: devnet.tip.index_block_hash,
      results: [{ height: devnet.tip.block_height - 2 }, { height: devnet.tip.block_height - 3 }],
    });
    const unknown = `0x${"12".repeat(32)}`;
    expect((await get(devnet, `/extended/v2/blocks?cursor=${unknown}`)).status).toBe(404);
  });

  test("lists a contract's transactions, newest first, and answers the node's form of one", async () => {
    const path = `/extended/v3/principals/${contract}/transactions`;
    const { body: all } = await get(devnet, `${path}?limit=50`);
    const { results, total } = listedSchema.parse(all);
    expect(total).toBe(results.length);
    expect(results.length).toBeGreaterThan(1);
    const heights = results.map(({ transaction }) => transaction.block.height);
    expect(heights).toEqual(heights.toSorted((a, b) => b - a));
    const pages: typeof results = [];
    for (let cursor: string | null = null; ; ) {
      const from: string = cursor === null ? "" : `&cursor=${cursor}`;
      const page = listedSchema.parse((await get(devnet, `${path}?limit=1${from}`)).body);
      pages.push(...page.results);
      cursor = page.cursor.next;
      if (cursor === null) break;
    }
    expect(pages).toEqual(results);
    const [newest] = results;
    if (newest === undefined) throw new Error("There is no transaction");
    const { tx_id, block } = newest.transaction;
    const { body: raw } = await get(devnet, `/extended/v1/tx/${tx_id}/raw`);
    expect((await get(devnet, `/v3/transaction/${tx_id.slice(2)}`)).body).toMatchObject({
      index_block_hash: block.index_hash.slice(2),
      tx: String(Reflect.get(Object(raw), "raw_tx")).slice(2),
      block_height: block.height,
      is_canonical: true,
    });
    const listed = await get(devnet, `/extended/v3/blocks/${block.index_hash}/transactions`);
    expect(listed.body).toMatchObject({ results: expect.arrayContaining([newest.transaction]) });
  });

  test("lists a contract's logs, newest first, page by page", async () => {
    const logs = `/extended/v2/smart-contracts/${contract}/logs`;
    const first = await get(devnet, `${logs}?limit=3`);
    expect(first.body).toMatchObject({
      total: 4,
      results: [{}, {}, { contract_log: { value: { repr: expect.stringContaining("u2") } } }],
    });
    const { cursor, next_cursor, prev_cursor } = cursorSchema.parse(first.body);
    expect(next_cursor).toBeNull();
    const older = await get(devnet, `${logs}?limit=3&cursor=${prev_cursor}`);
    expect(older.body).toMatchObject({
      cursor: prev_cursor,
      next_cursor: cursor,
      prev_cursor: null,
      results: [{ event_type: "smart_contract_log", contract_log: { contract_id: contract } }],
    });
    // A place that no log has, just above the oldest one.
    const above = `${prev_cursor}`.replace(/\d+$/, "9");
    expect((await get(devnet, `${logs}?limit=3&cursor=${above}`)).body).toEqual(older.body);
    expect((await get(devnet, `${logs}?cursor=1:0:0:0`)).status).toBe(404);
    expect((await get(devnet, `${logs}?limit=101`)).status).toBe(400);
    expect((await get(devnet, `/extended/v2/smart-contracts/${PROTOCOL}/logs`)).body).toMatchObject(
      {
        total: 0,
        results: [],
      },
    );
  });
});

const cursorSchema = z.looseObject({
  cursor: z.string().nullable(),
  next_cursor: z.string().nullable(),
  prev_cursor: z.string().nullable(),
});

test("raises the burn height by one with a Bitcoin block", async () => {
  const before = devnet.tip;
  const block = devnet.mineBurnBlock();
  expect(block.burn_block_height).toBe(before.burn_block_height + 1);
  expect(block.burn_block_hash).not.toBe(before.burn_block_hash);
  expect(devnet.mine().burn_block_hash).toBe(block.burn_block_hash);
  const { body } = await post(devnet, `/v2/contracts/call-read/${path}/get-burn-height`, {
    sender: alice.address,
    arguments: [],
  });
  expect(body).toEqual({ okay: true, result: uint(block.burn_block_height) });
});

test("allows every origin", async () => {
  const response = await fetch(`${devnet.url}/v2/info`, {
    headers: { origin: "https://somewhere.example" },
  });
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  const preflight = await fetch(`${devnet.url}/v2/transactions`, {
    method: "OPTIONS",
    headers: {
      origin: "https://somewhere.example",
      "access-control-request-method": "POST",
      "access-control-request-headers": "content-type",
    },
  });
  expect(preflight.ok).toBe(true);
});

test("shows a transaction and its outcome in words in the explorer", async () => {
  const sent = {
    contract,
    functionName: "write-note",
    args: [Cl.uint(1), Cl.stringUtf8("<b>bold</b>")],
  };
  const txid = await send(devnet, deployer, sent);
  const page = async () => {
    const response = await fetch(`${devnet.url}/txid/${txid}?chain=devnet`);
    return { status: response.status, text: await response.text() };
  };
  expect((await page()).text).toContain("Waiting for its block");
  devnet.mine();
  const { status, text } = await page();
  expect(status).toBe(200);
  for (const part of [txid, "Confirmed", "write-note", contract, deployer.address]) {
    expect(text).toContain(part);
  }
  expect(text).not.toContain("<b>bold</b>");
  expect((await fetch(`${devnet.url}/txid/0x${"00".repeat(32)}`)).status).toBe(404);
});

test("answers an unknown route with 404 in JSON", async () => {
  expect(await get(devnet, "/nothing")).toEqual({
    status: 404,
    body: { statusCode: 404, error: "Not Found", message: expect.any(String) },
  });
});
