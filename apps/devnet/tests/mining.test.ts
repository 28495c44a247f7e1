import { expect, test } from "vitest";
import { alice } from "../accounts.ts";
import { deployTestContract, get, send, startTestDevnet, statusOf } from "./fixture.ts";

test("mines a block when a transaction waits, and none otherwise", async () => {
  await using devnet = await startTestDevnet({ blockMs: 1 });
  const contract = await deployTestContract(devnet);
  const height = devnet.tip.block_height;
  const txid = await send(devnet, alice, { contract, functionName: "count", args: [] });
  await expect.poll(() => statusOf(devnet, txid)).toBe("success");
  expect(devnet.tip.block_height).toBe(height + 1);
});

test("mines no empty block for a transaction that cannot be mined yet", async () => {
  await using devnet = await startTestDevnet({ blockMs: 1 });
  const contract = await deployTestContract(devnet);
  const height = devnet.tip.block_height;
  const call = { contract, functionName: "count", args: [] };
  const later = await send(devnet, alice, { ...call, nonce: 1 });
  expect((await get(devnet, "/extended/v1/status")).status).toBe(200);
  expect(devnet.tip.block_height).toBe(height);
  await send(devnet, alice, { ...call, nonce: 0 });
  await expect.poll(() => statusOf(devnet, later)).toBe("success");
  expect(devnet.tip.block_height).toBeLessThanOrEqual(height + 2);
});

test("mines a Bitcoin block with the next block after ten minutes", async () => {
  let time = Date.UTC(2026, 0, 1);
  await using devnet = await startTestDevnet({ blockMs: 1, now: () => time });
  const contract = await deployTestContract(devnet);
  const { burn_block_height } = devnet.tip;
  time += 601_000;
  const txid = await send(devnet, alice, { contract, functionName: "count", args: [] });
  await expect.poll(() => statusOf(devnet, txid)).toBe("success");
  expect(devnet.tip.burn_block_height).toBe(burn_block_height + 1);
  expect(devnet.tip.block_time).toBeGreaterThanOrEqual(Math.floor(time / 1000));
});

test("keeps two devnets in one process apart", async () => {
  await using one = await startTestDevnet();
  await using other = await startTestDevnet();
  const contract = await deployTestContract(one);
  const [address, name] = contract.split(".");
  await send(one, alice, { contract, functionName: "count-and-divide", args: [] }).catch(() => {});
  one.mine();
  one.fork({ back: 1 });
  expect((await fetch(`${other.url}/v2/contracts/interface/${address}/${name}`)).status).toBe(404);
  expect((await fetch(`${one.url}/v2/contracts/interface/${address}/${name}`)).status).toBe(200);
});
