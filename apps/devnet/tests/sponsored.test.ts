import { AuthType, deserializeTransaction, type StacksTransactionWire } from "@stacks/transactions";
import { afterAll, beforeAll, expect, test } from "vitest";
import { alice, bob, carol, type DevnetAccount } from "../accounts.ts";
import type { Devnet } from "../devnet.ts";
import {
  accountOf,
  broadcast,
  deployTestContract,
  get,
  makeSponsoredCall,
  post,
  startTestDevnet,
  statusOf,
} from "./fixture.ts";

let devnet: Devnet;
let contract: `${string}.${string}`;

beforeAll(async () => {
  devnet = await startTestDevnet();
  contract = await deployTestContract(devnet);
});
afterAll(() => devnet.close());

/** A call of `sender` with the nonces that are next, or further ones. */
async function sponsored(
  sender: DevnetAccount,
  sponsor: DevnetAccount,
  { functionName = "count", ahead = 0, fee = 3_000 } = {},
): Promise<StacksTransactionWire> {
  const { nonce } = await accountOf(devnet, sender.address);
  const { nonce: sponsorNonce } = await accountOf(devnet, sponsor.address);
  return makeSponsoredCall(
    devnet,
    sender,
    { privateKey: sponsor.privateKey, nonce: sponsorNonce + ahead, fee },
    { contract, functionName, args: [], nonce },
  );
}

const refusal = async (transaction: StacksTransactionWire) =>
  (await post(devnet, "/v2/transactions", { tx: transaction.serialize() })).body;

test.each([
  ["success", "count"],
  ["abort_by_response", "count-and-err"],
])(
  "takes fee and nonce of the sponsor, and the nonce of the sender, on %s",
  async (status, functionName) => {
    const [sender, payer] = [
      await accountOf(devnet, alice.address),
      await accountOf(devnet, bob.address),
    ];
    const txid = await broadcast(devnet, await sponsored(alice, bob, { functionName, fee: 4_000 }));
    devnet.mine();
    expect(await statusOf(devnet, txid)).toBe(status);
    expect(await accountOf(devnet, alice.address)).toEqual({ ...sender, nonce: sender.nonce + 1 });
    expect(await accountOf(devnet, bob.address)).toEqual({
      balance: payer.balance - 4_000n,
      nonce: payer.nonce + 1,
    });
    expect((await get(devnet, `/extended/v1/tx/${txid}`)).body).toMatchObject({
      sponsored: true,
      sender_address: alice.address,
      nonce: sender.nonce,
      sponsor_address: bob.address,
      sponsor_nonce: payer.nonce,
      fee_rate: "4000",
    });
  },
);

test("mines what one account sponsors by its nonce, whatever came first", async () => {
  const later = await sponsored(alice, bob, { ahead: 1 });
  const sooner = await sponsored(carol, bob);
  const txids = [await broadcast(devnet, later), await broadcast(devnet, sooner)];
  const { transactions } = devnet.mine();
  expect(transactions.map(({ txid }) => txid)).toEqual(txids.toReversed());
});

test("leaves a transaction waiting until its sponsor's nonce is next", async () => {
  const txid = await broadcast(devnet, await sponsored(alice, bob, { ahead: 1 }));
  expect(devnet.mine().transactions).toEqual([]);
  await broadcast(devnet, await sponsored(carol, bob));
  expect(devnet.mine().transactions).toHaveLength(2);
  expect(await statusOf(devnet, txid)).toBe("success");
});

test("checks the signatures of both", async () => {
  const whole = await sponsored(alice, bob);
  const { auth } = whole;
  if (auth.authType !== AuthType.Sponsored) throw new Error("not sponsored");
  const refused = { reason: "SignatureValidation" };
  for (const change of [
    { fee: 3_001n },
    { nonce: BigInt(auth.sponsorSpendingCondition.nonce) + 1n },
    { signer: auth.spendingCondition.signer },
  ]) {
    const forged = deserializeTransaction(whole.serialize());
    if (forged.auth.authType !== AuthType.Sponsored) throw new Error("not sponsored");
    Object.assign(forged.auth.sponsorSpendingCondition, change);
    expect(await refusal(forged)).toMatchObject(refused);
  }
  const moved = deserializeTransaction(whole.serialize());
  moved.auth.spendingCondition.nonce = BigInt(moved.auth.spendingCondition.nonce) + 1n;
  expect(await refusal(moved)).toMatchObject(refused);
});

test("names the sponsor's nonce and balance in a refusal", async () => {
  const { nonce } = await accountOf(devnet, bob.address);
  expect(await refusal(await sponsored(alice, bob, { ahead: -1 }))).toMatchObject({
    reason: "BadNonce",
    reason_data: { principal: bob.address, is_origin: false, expected: nonce, actual: nonce - 1 },
  });
  const transaction = await makeSponsoredCall(
    devnet,
    alice,
    { privateKey: `${"77".repeat(32)}01`, nonce: 0 },
    {
      contract,
      functionName: "count",
      args: [],
      nonce: (await accountOf(devnet, alice.address)).nonce,
    },
  );
  expect(await refusal(transaction)).toMatchObject({ reason: "NotEnoughFunds" });
});
