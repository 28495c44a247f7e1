import { Cl } from "@stacks/transactions";
import { expect, test } from "vitest";
import { alice, erin } from "../accounts.ts";
import type { NewBlock } from "../chain/block.ts";
import { endorsements } from "../seed/cast.ts";
import { seedDevnet } from "../seed/seed.ts";
import { get, PROTOCOL, post, send, startTestDevnet } from "./fixture.ts";
import { startObserverStub } from "./observer-stub.ts";

/** How many times each function of the protocol has printed. */
function countTopics(blocks: readonly NewBlock[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const event of blocks.flatMap(({ events }) => events)) {
    const body = event[event.type];
    if (typeof body !== "object" || body === null || !("raw_value" in body)) continue;
    if (!("contract_identifier" in body) || body.contract_identifier !== PROTOCOL) continue;
    const value = Cl.deserialize(String(body.raw_value));
    const topic = value.type === "tuple" ? value.value.topic : undefined;
    if (topic?.type === "ascii") counts[topic.value] = (counts[topic.value] ?? 0) + 1;
  }
  return counts;
}

test("seeds the chain once, in few blocks, without a failed transaction", async () => {
  await using observer = await startObserverStub();
  await using devnet = await startTestDevnet({ blockMs: 200, observers: [observer.url] });
  const options = { nodeUrl: devnet.url, protocolContract: PROTOCOL };

  expect(await seedDevnet(options)).toBe(true);

  await devnet.observersCaughtUp();
  expect(countTopics(observer.accepted)).toEqual({
    "add-watcher": 1,
    "register-profile": 6,
    "watcher-new-organization": 2,
    "accept-representation": 2,
    "submit-endorsement": endorsements.length,
    "edit-endorsement": 2,
    "approve-endorsement": endorsements.filter(({ approved }) => approved).length,
    "withdraw-endorsement": 1,
  });
  const statuses = observer.accepted.flatMap(({ transactions }) =>
    transactions.map(({ status }) => status),
  );
  expect(new Set(statuses)).toEqual(new Set(["success"]));
  expect(devnet.tip.block_height).toBeLessThan(40);

  const pending = await get(devnet, `/extended/v1/tokens/nft/holdings?principal=${alice.address}`);
  expect(pending.body).toMatchObject({ total: 4 });
  const { block_height } = devnet.tip;
  expect(await seedDevnet(options)).toBe(false);
  expect(devnet.tip.block_height).toBe(block_height);
});

test("continues an interrupted seed where it stopped", async () => {
  await using observer = await startObserverStub();
  await using devnet = await startTestDevnet({ blockMs: 5, observers: [observer.url] });
  const options = { nodeUrl: devnet.url, protocolContract: PROTOCOL };
  for (const height of [7, 8, 9, 10]) {
    const stop = new AbortController();
    const interrupted = seedDevnet({ ...options, signal: stop.signal }).catch(() => undefined);
    await expect.poll(() => devnet.tip.block_height).toBeGreaterThanOrEqual(height);
    stop.abort();
    await interrupted;
  }
  await seedDevnet(options);
  await devnet.observersCaughtUp();
  expect(countTopics(observer.accepted)).toMatchObject({
    "register-profile": 6,
    "submit-endorsement": endorsements.length,
    "edit-endorsement": 2,
  });
});

test("leaves erin and frank a name but no profile", async () => {
  await using devnet = await startTestDevnet();
  expect((await get(devnet, `/v1/addresses/stacks/${erin.address}`)).body).toEqual({
    names: ["erin.btc"],
  });
  const [address, name] = PROTOCOL.split(".");
  const { body } = await post(devnet, `/v2/contracts/call-read/${address}/${name}/get-profile`, {
    sender: erin.address,
    arguments: [`0x${Cl.serialize(Cl.principal(erin.address))}`],
  });
  expect(body).toEqual({ okay: true, result: "0x09" });
  await send(devnet, erin, {
    functionName: "register-profile",
    args: [
      Cl.bufferFromUtf8("btc"),
      Cl.bufferFromUtf8("erin"),
      Cl.none(),
      Cl.stringAscii("ipfs://image"),
    ],
  });
  expect(devnet.mine().transactions).toMatchObject([{ status: "success" }]);
});
