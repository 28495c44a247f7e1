import { expect, test } from "vitest";
import { alice, bob, erin } from "../accounts.ts";
import { startDevnet } from "../devnet.ts";
import {
  accountOf,
  deployTestContract,
  get,
  makeFolder,
  post,
  send,
  startTestDevnet,
  statusOf,
} from "./fixture.ts";
import { startObserverStub } from "./observer-stub.ts";

const counterOf = async (devnet: { url: string }, contract: string): Promise<unknown> => {
  const [address, name] = contract.split(".");
  return (await get(devnet, `/v2/data_var/${address}/${name}/counter`)).body;
};
const uint = (value: number) => ({ data: `0x01${value.toString(16).padStart(32, "0")}` });

test("mines a rolled-back transaction again on the other branch", async () => {
  await using observer = await startObserverStub();
  await using devnet = await startTestDevnet({ observers: [observer.url] });
  const contract = await deployTestContract(devnet);
  const count = { contract, functionName: "count", args: [] };
  const kept = await send(devnet, alice, count);
  const parent = devnet.mine();
  const moved = await send(devnet, alice, count);
  const orphan = devnet.mine();
  const empty = devnet.mine();
  const before = await accountOf(devnet, alice.address);

  const [block] = devnet.fork({ back: 2 });

  expect(block).toMatchObject({
    block_height: parent.block_height + 1,
    parent_index_block_hash: parent.index_block_hash,
    transactions: [{ txid: moved, status: "success" }],
  });
  expect(block?.index_block_hash).not.toBe(orphan.index_block_hash);
  expect(devnet.tip).toEqual(block);
  expect(await counterOf(devnet, contract)).toEqual(uint(2));
  expect(await accountOf(devnet, alice.address)).toEqual(before);
  expect(await statusOf(devnet, kept)).toBe("success");
  expect((await get(devnet, `/extended/v1/tx/${moved}`)).body).toMatchObject({
    tx_status: "success",
    block_hash: block?.block_hash,
  });

  await devnet.observersCaughtUp();
  expect(observer.accepted.slice(-3)).toEqual([orphan, empty, block]);
  expect((await get(devnet, `/colonnade/v1/blocks/${orphan.index_block_hash}`)).body).toEqual(
    orphan,
  );
  expect((await get(devnet, `/colonnade/v1/blocks/${empty.block_height}`)).status).toBe(404);
  expect((await get(devnet, `/extended/v2/blocks/${orphan.block_hash}`)).status).toBe(404);
});

test("undoes a rolled-back transaction, which is pending again", async () => {
  await using devnet = await startTestDevnet();
  const contract = await deployTestContract(devnet);
  const before = await accountOf(devnet, bob.address);
  const txid = await send(devnet, bob, { contract, functionName: "count", args: [] });
  devnet.mine();
  expect(devnet.fork({ back: 1, blocks: 0 })).toEqual([]);
  expect(await statusOf(devnet, txid)).toBe("pending");
  expect(await counterOf(devnet, contract)).toEqual(uint(0));
  expect(await accountOf(devnet, bob.address)).toEqual(before);
});

test("marks a transaction that the fork drops as dropped_replace_across_fork", async () => {
  await using devnet = await startTestDevnet();
  const contract = await deployTestContract(devnet);
  const txid = await send(devnet, bob, { contract, functionName: "count", args: [] });
  devnet.mine();
  const blocks = devnet.fork({ back: 1, blocks: 3, transactions: "drop" });
  expect(blocks.map(({ transactions }) => transactions)).toEqual([[], [], []]);
  expect(await statusOf(devnet, txid)).toBe("dropped_replace_across_fork");

  const again = await send(devnet, bob, { contract, functionName: "count", args: [] });
  expect(again).toBe(txid);
  expect(devnet.mine().transactions).toMatchObject([{ txid, status: "success" }]);
});

test("forgets a contract of the orphaned branch until it is deployed again", async () => {
  await using devnet = await startTestDevnet();
  const contract = await deployTestContract(devnet, erin);
  const [address, name] = contract.split(".");
  devnet.fork({ back: 1, blocks: 0 });
  expect((await fetch(`${devnet.url}/v2/contracts/interface/${address}/${name}`)).status).toBe(404);
  devnet.mine();
  expect((await fetch(`${devnet.url}/v2/contracts/interface/${address}/${name}`)).status).toBe(200);
});

test("forks over HTTP, and refuses a fork below the genesis", async () => {
  await using devnet = await startTestDevnet();
  await post(devnet, "/colonnade/v1/mine", { blocks: 5 });
  const { block_height } = devnet.tip;
  expect(await post(devnet, "/colonnade/v1/fork", { back: 4, blocks: 2 })).toMatchObject({
    status: 200,
    body: [{ block_height: block_height - 3 }, { block_height: block_height - 2 }],
  });
  expect(await post(devnet, "/colonnade/v1/fork", { back: 100 })).toEqual({
    status: 400,
    body: { statusCode: 400, error: "Bad Request", message: expect.any(String) },
  });
});

test("keeps the branch, the orphaned blocks and the mempool after a restart", async () => {
  await using folder = await makeFolder();
  const options = { dataFolder: folder.path, blockMs: "manual" } as const;
  const first = await startDevnet(options);
  const contract = await deployTestContract(first);
  const txid = await send(first, bob, { contract, functionName: "count", args: [] });
  const orphan = first.mine();
  first.fork({ back: 1, blocks: 0 });
  const dropped = await send(first, alice, { contract, functionName: "count", args: [] });
  first.drop(dropped, "dropped_too_expensive");
  const { tip } = first;
  await first.close();

  await using second = await startDevnet(options);
  expect(second.tip).toEqual(tip);
  expect(await statusOf(second, txid)).toBe("pending");
  expect(await statusOf(second, dropped)).toBe("dropped_too_expensive");
  expect((await get(second, `/colonnade/v1/blocks/${orphan.index_block_hash}`)).body).toEqual(
    orphan,
  );
  expect(await counterOf(second, contract)).toEqual(uint(0));
  expect(second.mine().transactions).toMatchObject([{ txid, status: "success" }]);
  expect(await counterOf(second, contract)).toEqual(uint(1));
});
