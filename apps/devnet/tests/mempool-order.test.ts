import { Cl, cvToString } from "@stacks/transactions";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { alice, atelier, bob, type DevnetAccount, watcher } from "../accounts.ts";
import type { Devnet } from "../devnet.ts";
import {
  approval,
  digestOf,
  edit,
  found,
  lastId,
  OTHER_WORDS,
  pendingOwner,
  register,
  statusOfEndorsement,
  submission,
  WORDS,
  withdrawal,
} from "./endorsing.ts";
import { type CallOptions, send, startTestDevnet } from "./fixture.ts";

// Two calls wait in the mempool, each signed before the other is mined. One block takes both in the order of the row.

const GUILD = "guild.btc";
/** The words of the pending endorsement of Bob, which Alice signed for the guild. */
const SIGNED = digestOf(WORDS, GUILD);

const calls = {
  approve: [bob, approval(1, SIGNED)],
  "block the sender": [bob, { functionName: "block-sender", args: [Cl.principal(alice.address)] }],
  "block the organization": [bob, { functionName: "block-organization", args: [Cl.uint(1)] }],
  withdraw: [alice, withdrawal(1, SIGNED)],
  edit: [alice, edit(1, SIGNED)],
  "send another": [alice, submission(OTHER_WORDS, GUILD)],
  resign: [alice, { functionName: "resign-representation", args: [Cl.uint(1)] }],
  close: [atelier, { functionName: "close-organization", args: [Cl.uint(1)] }],
  "suspend the sender": [
    watcher,
    { functionName: "watcher-remove-profile", args: [Cl.principal(alice.address)] },
  ],
} satisfies Record<string, [DevnetAccount, CallOptions]>;
type Call = keyof typeof calls;

const OK = "success";
const STALE = "abort_by_post_condition";

/** Two calls, what becomes of each, and the endorsement afterwards: its status, and what else differs from before. */
const races: [Call, Call, string, string, string, { edited?: true; another?: true }?][] = [
  ["withdraw", "approve", OK, "(err u1307)", "withdrawn"],
  ["approve", "withdraw", OK, STALE, "approved"],
  ["block the sender", "approve", OK, OK, "approved"],
  ["approve", "block the sender", OK, OK, "approved"],
  ["block the sender", "withdraw", OK, OK, "withdrawn"],
  ["withdraw", "block the sender", OK, OK, "withdrawn"],
  ["block the sender", "edit", OK, "(err u1310)", "pending"],
  ["edit", "block the sender", OK, OK, "pending", { edited: true }],
  ["block the organization", "edit", OK, "(err u1310)", "pending"],
  ["edit", "block the organization", OK, OK, "pending", { edited: true }],
  ["suspend the sender", "edit", OK, "(err u1004)", "pending"],
  ["edit", "suspend the sender", OK, OK, "pending", { edited: true }],
  ["suspend the sender", "approve", OK, "(err u1312)", "pending"],
  ["approve", "suspend the sender", OK, OK, "approved"],
  ["resign", "send another", OK, "(err u1203)", "pending"],
  ["send another", "resign", OK, OK, "pending", { another: true }],
  ["close", "approve", OK, "(err u1206)", "pending"],
  ["approve", "close", OK, OK, "approved"],
];

let devnet: Devnet;
let height: number;

beforeAll(async () => {
  devnet = await startTestDevnet();
  await register(devnet, alice);
  await register(devnet, bob);
  await found(devnet, GUILD, atelier, [alice]);
  await send(devnet, alice, submission(WORDS, GUILD));
  height = devnet.mine().block_height;
});
/** A fork undoes the race. */
afterEach(() => {
  devnet.fork({ back: devnet.tip.block_height - height, blocks: 0, transactions: "drop" });
});
afterAll(() => devnet.close());

test.each(races)("%s, then %s: %s, %s; it is %s", async (...race) => {
  const [first, second, ofFirst, ofSecond, status, { edited = false, another = false } = {}] = race;
  for (const [sender, call] of [calls[first], calls[second]]) await send(devnet, sender, call);

  const { transactions } = devnet.mine();

  const outcomes = transactions.map((transaction) =>
    transaction.status === "abort_by_response"
      ? cvToString(Cl.deserialize(transaction.raw_result))
      : transaction.status,
  );
  expect(outcomes).toEqual([ofFirst, ofSecond]);
  expect(await statusOfEndorsement(devnet, 1)).toBe(status);
  expect(await lastId(devnet)).toBe(another ? 2 : 1);
  const waits = async (words: typeof WORDS) =>
    (await pendingOwner(devnet, 1, digestOf(words, GUILD))).type === "some";
  expect([await waits(WORDS), await waits(OTHER_WORDS)]).toEqual([
    status === "pending" && !edited,
    edited,
  ]);
});
