import { Cl } from "@stacks/transactions";
import { afterAll, beforeAll, expect, test } from "vitest";
import { alice, bob, carol, type DevnetAccount, watcher } from "../accounts.ts";
import type { Devnet } from "../devnet.ts";
import {
  approval,
  digestOf,
  edit,
  found,
  lastId,
  register,
  rejection,
  statusOfEndorsement,
  submission,
  WORDS,
  withdrawal,
} from "./endorsing.ts";
import { type CallOptions, send, startTestDevnet } from "./fixture.ts";

// Two people act at once: both calls are in one block, in the order in which they were sent.

const GUILD = "guild.btc";
let devnet: Devnet;

beforeAll(async () => {
  devnet = await startTestDevnet();
  for (const account of [alice, bob, carol]) await register(devnet, account);
  await found(devnet, GUILD, carol, [alice]);
});
afterAll(() => devnet.close());

/** Mines an endorsement of Bob by Alice. */
async function submit(org?: string): Promise<number> {
  await send(devnet, alice, submission(WORDS, org));
  devnet.mine();
  return lastId(devnet);
}

/** Mines calls in one block. @returns `success`, or the error code of the contract, of each */
async function mineTogether(...calls: [DevnetAccount, CallOptions][]): Promise<unknown[]> {
  for (const [sender, call] of calls) await send(devnet, sender, call);
  return devnet.mine().transactions.map(({ status, raw_result }) => {
    if (status === "success") return status;
    const result = Cl.deserialize(raw_result);
    return result.type === "err" && result.value.type === "uint" ? result.value.value : status;
  });
}

const call = (functionName: string, ...args: CallOptions["args"]): CallOptions => ({
  functionName,
  args,
});
const of = ({ address }: DevnetAccount) => Cl.principal(address);

test("approves nothing that its author withdrew first", async () => {
  const id = await submit();
  const digest = digestOf(WORDS);
  expect(await mineTogether([alice, withdrawal(id, digest)], [bob, approval(id, digest)])).toEqual([
    "success",
    1307n,
  ]);
  expect(await statusOfEndorsement(devnet, id)).toBe("withdrawn");
});

test("takes an approval in one block with the receiver blocking the author", async () => {
  const [approved, waiting] = [await submit(), await submit()];
  const digest = digestOf(WORDS);
  expect(
    await mineTogether(
      [bob, approval(approved, digest)],
      [bob, call("block-sender", of(alice))],
      [alice, edit(waiting, digest)],
      [alice, submission(WORDS)],
      [bob, rejection(waiting, digest)],
      [bob, call("unblock-sender", of(alice))],
    ),
  ).toEqual(["success", "success", 1310n, 1310n, "success", "success"]);
  expect(await statusOfEndorsement(devnet, approved)).toBe("approved");
});

test("keeps what a member sent before they resigned, and refuses what they send after it", async () => {
  const before = await lastId(devnet);
  expect(
    await mineTogether(
      [alice, submission(WORDS, GUILD)],
      [alice, call("resign-representation", Cl.uint(1))],
      [alice, submission(WORDS, GUILD)],
      [bob, approval(before + 1, digestOf(WORDS, GUILD))],
    ),
  ).toEqual(["success", "success", 1203n, "success"]);
  expect(
    await mineTogether(
      [carol, call("add-representative", Cl.uint(1), of(alice))],
      [alice, call("accept-representation", Cl.uint(1))],
    ),
  ).toEqual(["success", "success"]);
});

test("approves nothing in the name of an organization that was closed first", async () => {
  const id = await submit(GUILD);
  const digest = digestOf(WORDS, GUILD);
  expect(
    await mineTogether(
      [carol, call("close-organization", Cl.uint(1))],
      [bob, approval(id, digest)],
      [bob, rejection(id, digest)],
    ),
  ).toEqual(["success", 1206n, "success"]);
  expect(await statusOfEndorsement(devnet, id)).toBe("burned");
});

test("refuses the edit of somebody whom a watcher suspended first, and the approval of their words", async () => {
  const id = await submit();
  const digest = digestOf(WORDS);
  expect(
    await mineTogether(
      [watcher, call("watcher-remove-profile", of(alice))],
      [alice, edit(id, digest)],
      [bob, approval(id, digest)],
      [bob, rejection(id, digest)],
      [watcher, call("watcher-restore-profile", of(alice))],
    ),
  ).toEqual(["success", 1004n, 1312n, "success", "success"]);
});
