import { Cl, makeUnsignedSTXTokenTransfer, Pc, postConditionToHex } from "@stacks/transactions";
import { describe, expect, it } from "vitest";
import { alice, bob, deployer } from "../accounts.ts";
import { errorCode, walletMethods } from "./protocol.ts";
import { readRequest } from "./request.ts";
import { publicKeyOf } from "./signing.ts";

const contract = `${deployer.address}.colonnade-protocol-alpha` as const;

describe("a request as it comes from a site", () => {
  it("is parsed for every method the wallet lists", () => {
    for (const method of walletMethods.filter((name) => name !== "supportedMethods")) {
      const read = readRequest(method, {});
      if ("error" in read) expect(read.error.code).toBe(errorCode.invalidParams);
    }
  });

  it("is refused with -32601 if the method is unknown", () => {
    expect(readRequest("stx_mineBlock", {})).toEqual({
      error: { code: -32_601, message: "The Dev Wallet does not know the method stx_mineBlock" },
    });
  });

  it("needs no parameters to connect", () => {
    for (const params of [undefined, null, {}, { network: "devnet" }]) {
      expect(readRequest("getAddresses", params)).toEqual({
        kind: "connect",
        answers: "addresses",
      });
    }
    expect(readRequest("stx_getAccounts", {})).toEqual({ kind: "connect", answers: "accounts" });
  });

  it("decodes arguments, post-conditions and amounts", () => {
    const condition = Pc.principal(bob.address)
      .willSendAsset()
      .nft(`${contract}::pending-endorsement`, Cl.uint(3));
    const read = readRequest("stx_callContract", {
      contract,
      functionName: "approve-endorsement",
      functionArgs: [`0x${Cl.serialize(Cl.uint(3))}`],
      postConditions: [postConditionToHex(condition)],
      address: bob.address,
      fee: "2000",
      nonce: 5,
    });
    expect(read).toEqual({
      kind: "transact",
      address: bob.address,
      fee: 2000n,
      nonce: 5n,
      transaction: {
        kind: "call",
        contract,
        functionName: "approve-endorsement",
        functionArgs: [Cl.uint(3)],
        postConditions: [condition],
        postConditionMode: "deny",
      },
    });
  });

  it.each([
    ["stx_callContract", { functionName: "f" }, /contract/],
    ["stx_callContract", { contract: "nowhere", functionName: "f" }, /contract identifier/],
    [
      "stx_callContract",
      { contract, functionName: "f", functionArgs: ["0xzz"] },
      /functionArgs\.0/,
    ],
    [
      "stx_callContract",
      { contract, functionName: "f", functionArgs: ["0xff"] },
      /a Clarity value/,
    ],
    [
      "stx_callContract",
      { contract, functionName: "f", postConditions: ["0x99"] },
      /post-condition/,
    ],
    ["stx_callContract", { contract, functionName: "f", network: "mainnet" }, /devnet only/],
    ["stx_callContract", { contract, functionName: "f", sponsored: true }, /sponsored/],
    ["stx_transferStx", { recipient: bob.address, amount: "1.5" }, /amount/],
    ["stx_transferStx", { recipient: bob.address, amount: 1, memo: "é".repeat(18) }, /34 bytes/],
    ["stx_deployContract", { name: "1st", clarityCode: "(ok 1)" }, /contract name/],
    ["stx_signMessage", {}, /message/],
    ["stx_signStructuredMessage", { message: "0x03", domain: "0x03" }, /domain/],
    ["stx_signTransaction", { transaction: "0x00" }, /transaction/],
    ["stx_updateProfile", { profile: "Alice" }, /profile/],
    ["stx_signMessage", "a text", /object/],
  ])(
    "is refused with -32602 and a reason if the parameters of %s do not fit",
    (method, params, reason) => {
      const read = readRequest(method, params);
      if (!("error" in read)) throw new Error("The request was not refused");
      expect(read.error.code).toBe(-32_602);
      expect(read.error.message).toMatch(reason);
    },
  );

  it("shows a transaction that the site has built and asks to have signed", async () => {
    const transaction = await makeUnsignedSTXTokenTransfer({
      recipient: bob.address,
      amount: 7n,
      memo: "hello",
      fee: 300n,
      nonce: 2n,
      network: "testnet",
      publicKey: publicKeyOf(alice),
    });
    expect(
      readRequest("stx_signTransaction", { transaction: transaction.serialize() }),
    ).toMatchObject({
      kind: "sign-transaction",
      broadcast: false,
      signable: {
        address: alice.address,
        fee: 300n,
        nonce: 2n,
        transaction: { kind: "transfer", recipient: bob.address, amount: 7n, memo: "hello" },
      },
    });
  });
});
