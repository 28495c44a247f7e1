import { createNetwork } from "@stacks/network";
import {
  broadcastTransaction,
  Cl,
  ClarityVersion,
  makeContractDeploy,
  makeSTXTokenTransfer,
  makeUnsignedSTXTokenTransfer,
  privateKeyToPublic,
  type StacksTransactionWire,
} from "@stacks/transactions";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { alice, bob, carol, dan, deployer, erin, frank, grace } from "../accounts.ts";
import type { Devnet } from "../devnet.ts";
import {
  accountOf,
  broadcast,
  deployTestContract,
  makeCall,
  networkOf,
  post,
  send,
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

const answer = (transaction: StacksTransactionWire) =>
  post(devnet, "/v2/transactions", { tx: transaction.serialize() });

const transfer = (options: {
  from?: string;
  to?: string;
  amount?: bigint;
  fee?: number;
  nonce?: number;
}) =>
  makeSTXTokenTransfer({
    recipient: options.to ?? bob.address,
    amount: options.amount ?? 1n,
    senderKey: options.from ?? alice.privateKey,
    network: networkOf(devnet),
    ...(options.fee === undefined ? {} : { fee: options.fee }),
    ...(options.nonce === undefined ? {} : { nonce: options.nonce }),
  });

describe("takes as a stacks-node does", () => {
  test("takes JSON and octets, and answers the txid as a JSON string", async () => {
    const json = await transfer({ from: carol.privateKey });
    expect(await answer(json)).toEqual({ status: 200, body: json.txid() });

    const octets = await transfer({ from: carol.privateKey });
    const response = await fetch(`${devnet.url}/v2/transactions`, {
      method: "POST",
      headers: { "content-type": "application/octet-stream" },
      body: new Uint8Array(octets.serializeBytes()),
    });
    expect(await response.json()).toBe(octets.txid());
  });

  test("takes the same transaction twice, without a second effect", async () => {
    const transaction = await transfer({ from: dan.privateKey });
    await answer(transaction);
    expect(await answer(transaction)).toEqual({ status: 200, body: transaction.txid() });
  });

  test("takes an STX transfer, which costs the amount and the fee", async () => {
    const before = await accountOf(devnet, erin.address);
    const receiver = await accountOf(devnet, grace.address);
    const txid = await broadcast(
      devnet,
      await transfer({ from: erin.privateKey, to: grace.address, amount: 1000n, fee: 500 }),
    );
    devnet.mine();
    expect(await statusOf(devnet, txid)).toBe("success");
    const after = await accountOf(devnet, erin.address);
    expect(before.balance - after.balance).toBe(1500n);
    expect(after.nonce).toBe(before.nonce + 1);
    expect((await accountOf(devnet, grace.address)).balance - receiver.balance).toBe(1000n);
  });

  test("takes nonces out of order, up to 25 ahead, and mines them in order", async () => {
    const { nonce } = await accountOf(devnet, frank.address);
    const later = await send(devnet, frank, {
      contract,
      functionName: "count",
      args: [],
      nonce: nonce + 1,
    });
    expect(devnet.mine().transactions.map(({ txid }) => txid)).not.toContain(later);
    expect(await statusOf(devnet, later)).toBe("pending");
    const first = await send(devnet, frank, { contract, functionName: "count", args: [], nonce });
    expect(devnet.mine().transactions.map(({ txid }) => txid)).toEqual([first, later]);
    const furthest = await makeCall(devnet, frank, {
      contract,
      functionName: "count",
      args: [],
      nonce: nonce + 2 + 25,
    });
    expect((await answer(furthest)).status).toBe(200);
  });
});

describe("refuses as a stacks-node does", () => {
  const rejection = (reason: string, reasonData?: object) => ({
    status: 400,
    body: expect.objectContaining({
      error: "transaction rejected",
      reason,
      ...(reasonData === undefined ? {} : { reason_data: reasonData }),
    }),
  });

  test("answers Deserialization to bytes that are not a transaction", async () => {
    expect(await post(devnet, "/v2/transactions", { tx: "00" })).toEqual(
      rejection("Deserialization", { message: expect.any(String) }),
    );
  });

  test("answers Deserialization to bytes after the end of a transaction", async () => {
    const transaction = await transfer({});
    expect(await post(devnet, "/v2/transactions", { tx: `${transaction.serialize()}00` })).toEqual(
      rejection("Deserialization", { message: expect.any(String) }),
    );
  });

  test("answers Deserialization to a JSON request without JSON", async () => {
    const response = await fetch(`${devnet.url}/v2/transactions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "not json",
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ reason: "Deserialization" });
  });

  test("answers SignatureValidation to a transaction changed after it was signed", async () => {
    const transaction = await transfer({ amount: 5n });
    transaction.setFee(9999);
    expect(await answer(transaction)).toEqual({
      status: 400,
      body: {
        error: "transaction rejected",
        reason: "SignatureValidation",
        reason_data: { message: expect.any(String) },
        txid: transaction.txid(),
      },
    });
  });

  test("answers SignatureValidation to an unsigned transaction", async () => {
    const transaction = await makeUnsignedSTXTokenTransfer({
      recipient: bob.address,
      amount: 1n,
      publicKey: privateKeyToPublic(alice.privateKey),
      network: networkOf(devnet),
    });
    expect(await answer(transaction)).toEqual(
      rejection("SignatureValidation", { message: expect.any(String) }),
    );
  });

  test("answers SignatureValidation to a transaction for another chain", async () => {
    const transaction = await makeSTXTokenTransfer({
      recipient: bob.address,
      amount: 1n,
      senderKey: alice.privateKey,
      network: { ...createNetwork("testnet"), chainId: 1 },
      fee: 1000,
      nonce: 0,
    });
    expect(await answer(transaction)).toEqual(
      rejection("SignatureValidation", { message: expect.stringContaining("chain ID") }),
    );
  });

  test("answers BadTransactionVersion to a transaction for mainnet", async () => {
    const transaction = await makeSTXTokenTransfer({
      recipient: "SP2QEZ06AGJ3RKJPBV14SY1V5BBFNAW33D96YPGZF",
      amount: 1n,
      senderKey: alice.privateKey,
      network: "mainnet",
      fee: 1000,
      nonce: 0,
    });
    expect(await answer(transaction)).toEqual(rejection("BadTransactionVersion"));
  });

  test("answers FeeTooLow to less than 1 µSTX a byte", async () => {
    const transaction = await transfer({ fee: 10 });
    expect(await answer(transaction)).toEqual(
      rejection("FeeTooLow", { expected: transaction.serializeBytes().length, actual: 10 }),
    );
  });

  test("answers BadNonce to a used nonce", async () => {
    const txid = await broadcast(devnet, await transfer({ from: grace.privateKey }));
    devnet.mine();
    expect(await statusOf(devnet, txid)).toBe("success");
    const { nonce } = await accountOf(devnet, grace.address);
    expect(
      await answer(await transfer({ from: grace.privateKey, amount: 2n, nonce: nonce - 1 })),
    ).toEqual(
      rejection("BadNonce", {
        expected: nonce,
        actual: nonce - 1,
        principal: grace.address,
        is_origin: true,
      }),
    );
  });

  test("answers TooMuchChaining to a nonce more than 25 ahead", async () => {
    const { nonce } = await accountOf(devnet, alice.address);
    expect(await answer(await transfer({ nonce: nonce + 26 }))).toEqual(
      rejection("TooMuchChaining", {
        message: "Nonce would exceed chaining limit in mempool",
        expected: nonce + 25,
        actual: nonce + 26,
        principal: alice.address,
        is_origin: true,
      }),
    );
  });

  test("answers NotEnoughFunds to an amount and fee above the balance", async () => {
    const { balance } = await accountOf(devnet, alice.address);
    const hex = (value: bigint) => `0x${value.toString(16).padStart(32, "0")}`;
    expect(await answer(await transfer({ amount: balance, fee: 1000 }))).toEqual(
      rejection("NotEnoughFunds", { expected: hex(balance + 1000n), actual: hex(balance) }),
    );
  });

  test("refuses a transfer to its sender, of nothing, or to a mainnet address", async () => {
    expect(await answer(await transfer({ to: alice.address }))).toEqual(
      rejection("TransferRecipientCannotEqualSender", { recipient: alice.address }),
    );
    expect(await answer(await transfer({ amount: 0n }))).toEqual(
      rejection("TransferAmountMustBePositive"),
    );
    expect(
      await answer(await transfer({ to: "SP2QEZ06AGJ3RKJPBV14SY1V5BBFNAW33D96YPGZF" })),
    ).toEqual(rejection("BadAddressVersionByte"));
  });

  const call = (overrides: {
    contract?: `${string}.${string}`;
    functionName?: string;
    args?: ReturnType<typeof Cl.uint>[];
  }) =>
    makeCall(devnet, alice, { contract, functionName: "count", args: [], fee: 2000, ...overrides });

  test("answers NoSuchContract to a call of an unknown contract", async () => {
    expect(await answer(await call({ contract: `${deployer.address}.nowhere` }))).toEqual(
      rejection("NoSuchContract"),
    );
  });

  test("answers NoSuchPublicFunction to an unknown and to a private function", async () => {
    for (const functionName of ["nothing", "hidden"]) {
      expect(await answer(await call({ functionName }))).toEqual(rejection("NoSuchPublicFunction"));
    }
  });

  test("answers BadFunctionArgument to too many, mistyped and too long arguments", async () => {
    const note = (text: string) =>
      makeCall(devnet, alice, {
        contract,
        functionName: "write-note",
        args: [Cl.uint(1), Cl.stringUtf8(text)],
      });
    const refusal = rejection("BadFunctionArgument", { message: expect.any(String) });
    expect(await answer(await call({ args: [Cl.uint(1)] }))).toEqual(refusal);
    expect(
      await answer(
        await makeCall(devnet, alice, {
          contract,
          functionName: "mint-badge",
          args: [Cl.int(1)],
        }),
      ),
    ).toEqual(refusal);
    expect(await answer(await note("a".repeat(21)))).toEqual(refusal);
    expect((await answer(await note("🏛".repeat(20)))).status).toBe(200);
    devnet.mine();
  });

  test("answers ContractAlreadyExists to a second contract of that name", async () => {
    const transaction = await makeContractDeploy({
      contractName: "endings",
      codeBody: "(define-read-only (nothing) none)",
      clarityVersion: ClarityVersion.Clarity4,
      senderKey: deployer.privateKey,
      network: networkOf(devnet),
    });
    expect(await answer(transaction)).toEqual(
      rejection("ContractAlreadyExists", { contract_identifier: contract }),
    );
  });

  test("answers ConflictingNonceInMempool to a replacement that pays no more", async () => {
    const { nonce } = await accountOf(devnet, bob.address);
    const bobs = { from: bob.privateKey, to: alice.address, nonce };
    await answer(await transfer({ ...bobs, fee: 1000 }));
    expect(await answer(await transfer({ ...bobs, amount: 2n, fee: 1000 }))).toEqual(
      rejection("ConflictingNonceInMempool"),
    );
  });

  test("refuses staking and PoX post-conditions with a clear sentence", async () => {
    const transaction = await makeCall(devnet, alice, {
      contract,
      functionName: "count",
      args: [],
      postConditions: [
        { type: "pox-postcondition", address: alice.address, condition: "will-not-perform" },
      ],
    });
    expect(await answer(transaction)).toEqual(
      rejection("ServerFailureOther", { message: expect.stringContaining("stacking") }),
    );
  });

  test("answers a refusal that broadcastTransaction can read", async () => {
    const result = await broadcastTransaction({
      transaction: await call({ functionName: "nothing" }),
      network: networkOf(devnet),
    });
    expect(result).toMatchObject({
      error: "transaction rejected",
      reason: "NoSuchPublicFunction",
      txid: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });
});
