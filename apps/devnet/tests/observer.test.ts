import { Cl } from "@stacks/transactions";
import { expect, test } from "vitest";
import { alice } from "../accounts.ts";
import { startDevnet } from "../devnet.ts";
import {
  accountOf,
  broadcast,
  get,
  makeCall,
  makeFolder,
  send,
  startTestDevnet,
} from "./fixture.ts";
import { startObserverStub } from "./observer-stub.ts";

const heights = (blocks: readonly { block_height: number }[]): number[] =>
  blocks.map(({ block_height }) => block_height);
const upTo = (height: number): number[] => Array.from({ length: height }, (_, index) => index + 1);

test("posts every block in order, in a stacks-node's format", async () => {
  await using observer = await startObserverStub();
  await using devnet = await startTestDevnet({ observers: [observer.url] });
  const txid = await send(devnet, alice, {
    functionName: "register-profile",
    args: [
      Cl.bufferFromUtf8("btc"),
      Cl.bufferFromUtf8("alice"),
      Cl.some(Cl.stringUtf8("Hello")),
      Cl.stringAscii("ipfs://image"),
    ],
  });
  const block = devnet.mine();
  await devnet.observersCaughtUp();

  expect(heights(observer.accepted)).toEqual(upTo(block.block_height));
  for (const [index, later] of observer.accepted.slice(1).entries()) {
    expect(later.parent_index_block_hash).toBe(observer.accepted[index]?.index_block_hash);
    expect(later.parent_block_hash).toBe(observer.accepted[index]?.block_hash);
    expect(later.block_time).toBeGreaterThan(observer.accepted[index]?.block_time ?? 0);
  }
  const hash = expect.stringMatching(/^0x[0-9a-f]{64}$/);
  expect(observer.accepted.at(-1)).toMatchObject({
    block_hash: hash,
    block_height: block.block_height,
    block_time: expect.any(Number),
    burn_block_hash: hash,
    burn_block_height: expect.any(Number),
    index_block_hash: hash,
    parent_block_hash: hash,
    parent_index_block_hash: hash,
    transactions: [
      {
        txid,
        tx_index: 0,
        status: "success",
        raw_result: "0x0703",
        raw_tx: expect.stringMatching(/^0x8080000000/),
      },
    ],
    events: [
      {
        txid,
        event_index: 0,
        committed: true,
        type: "contract_event",
        contract_event: {
          contract_identifier: expect.stringContaining(".colonnade-protocol-alpha"),
          topic: "print",
          raw_value: expect.stringMatching(/^0x0c/),
          value: { Tuple: expect.anything() },
        },
      },
    ],
  });
});

test("posts what waits, what is dropped and each Bitcoin block, in a stacks-node's format", async () => {
  await using observer = await startObserverStub();
  await using devnet = await startTestDevnet({ observers: [observer.url] });
  const before = devnet.tip;
  const { nonce } = await accountOf(devnet, alice.address);
  const call = async (fee: number) => {
    const transaction = await makeCall(devnet, alice, {
      functionName: "update-statement",
      args: [Cl.stringUtf8("Hello")],
      nonce,
      fee,
    });
    return { raw: `0x${transaction.serialize()}`, txid: await broadcast(devnet, transaction) };
  };
  const slow = await call(1_000);
  const fast = await call(2_000);
  devnet.drop(fast.txid, "dropped_problematic");
  const kept = await call(3_000);
  const burn = devnet.mineBurnBlock();
  const mined = devnet.mine();
  // The fork is higher than what it replaces after its second block.
  const [first, second] = devnet.fork({ back: 1, blocks: 2, transactions: "drop" });
  await devnet.observersCaughtUp();

  const own = observer.all.findIndex(({ body }) => Object(body).block_hash === before.block_hash);
  const dropped = (txid: string, reason: string, newTxid: string | null = null) => ({
    path: "/drop_mempool_tx",
    body: { dropped_txids: [txid], new_txid: newTxid, reason },
  });
  expect(observer.all.slice(own + 1)).toEqual([
    { path: "/new_mempool_tx", body: [slow.raw] },
    dropped(slow.txid, "ReplaceByFee", fast.txid),
    { path: "/new_mempool_tx", body: [fast.raw] },
    dropped(fast.txid, "Problematic"),
    { path: "/new_mempool_tx", body: [kept.raw] },
    {
      path: "/new_burn_block",
      body: {
        burn_amount: 0,
        burn_block_hash: burn.burn_block_hash,
        burn_block_height: before.burn_block_height + 1,
        consensus_hash: burn.consensus_hash,
        parent_burn_block_hash: before.burn_block_hash,
        reward_recipients: [],
        reward_slot_holders: [],
      },
    },
    { path: "/new_block", body: burn },
    { path: "/new_block", body: mined },
    { path: "/new_block", body: first },
    { path: "/new_block", body: second },
    dropped(kept.txid, "ReplaceAcrossFork"),
  ]);
});

test("answers a posted block again, by height and by hash", async () => {
  await using observer = await startObserverStub();
  await using devnet = await startTestDevnet({ observers: [observer.url] });
  await devnet.observersCaughtUp();
  for (const block of observer.accepted) {
    for (const id of [block.block_height, block.index_block_hash]) {
      expect((await get(devnet, `/colonnade/v1/blocks/${id}`)).body).toEqual(block);
    }
  }
  expect((await get(devnet, `/colonnade/v1/blocks/${devnet.tip.block_height + 1}`)).status).toBe(
    404,
  );
  expect((await get(devnet, `/colonnade/v1/blocks/0x${"00".repeat(32)}`)).status).toBe(404);
});

test("posts a block until the observer answers 200, and the next one only then", async () => {
  await using observer = await startObserverStub();
  observer.answers.push(500, 404, 202);
  await using devnet = await startTestDevnet({ observers: [observer.url] });
  const { block_height } = devnet.mine();
  await devnet.observersCaughtUp();
  expect(heights(observer.posts)).toEqual([1, 1, 1, ...upTo(block_height)]);
  expect(heights(observer.accepted)).toEqual(upTo(block_height));
});

test("continues after a restart with the first unanswered block", async () => {
  await using folder = await makeFolder();
  await using observer = await startObserverStub();
  const options = {
    dataFolder: folder.path,
    blockMs: "manual",
    observers: [observer.url],
  } as const;
  const first = await startDevnet(options);
  await first.observersCaughtUp();
  const known = observer.accepted.length;
  await first.close();

  const offline = await startDevnet({ ...options, observers: [] });
  const missed = [offline.mine(), offline.mine()];
  await offline.close();

  await using second = await startDevnet(options);
  const last = second.mine();
  await second.observersCaughtUp();
  expect(heights(observer.accepted.slice(known))).toEqual(heights([...missed, last]));
});

test("delays no observer while another one is offline", async () => {
  await using online = await startObserverStub();
  const offline = await startObserverStub();
  const { url } = offline;
  await offline[Symbol.asyncDispose]();
  await using devnet = await startTestDevnet({ observers: [url, online.url] });
  const { block_height } = devnet.mine();
  await expect.poll(() => heights(online.accepted)).toEqual(upTo(block_height));
  await using back = await startObserverStub(Number(new URL(url).port));
  await devnet.observersCaughtUp();
  expect(heights(back.accepted)).toEqual(upTo(block_height));
});
