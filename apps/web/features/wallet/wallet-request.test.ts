import { Cl } from "@stacks/transactions";
import { describe, expect, it } from "vitest";
import type { WalletProvider } from "./provider.ts";
import { describeWalletError, isCancelled } from "./wallet-error.ts";
import { askWallet, checkAccount } from "./wallet-request.ts";

const alice = "ST1NZSWVC012TNQ5D2VN941XS91TJN7S1MF71EBHK";

/** A wallet that answers each request alike, and notes what it was asked. */
function wallet(answer: () => unknown, marks: object = {}) {
  const asked: [method: string, params: unknown][] = [];
  const provider: WalletProvider = {
    ...marks,
    request: async (method, params) => {
      asked.push([method, params]);
      return answer();
    },
  };
  return { provider, asked };
}

const leather = { isLeather: true };
const xverse = { signMultipleTransactions: null, createRepeatInscriptions: null };
const toSign = { network: "testnet", address: alice };
const conditions = { postConditions: [], postConditionMode: "deny" as const };
const sent = { txid: "ab", transaction: "80" };

describe("a request to a wallet", () => {
  it("sends a contract call, and returns the signed transaction", async () => {
    const { provider, asked } = wallet(() => ({ result: sent }));
    const call = {
      contract: `${alice}.colonnade-protocol-alpha`,
      functionName: "approve-endorsement",
      functionArgs: [Cl.serialize(Cl.uint(7))],
      ...conditions,
      ...toSign,
    };
    expect(await askWallet(provider, "stx_callContract", call)).toEqual(sent);
    expect(asked).toEqual([["stx_callContract", call]]);
  });

  it("deploys a contract whose name has fewer than 128 bytes", async () => {
    const { provider } = wallet(() => ({ result: sent }));
    const deploy = (name: string) =>
      askWallet(provider, "stx_deployContract", {
        name,
        clarityCode: "(define-public (one) (ok u1))",
        ...conditions,
        ...toSign,
      });
    expect(await deploy("c".repeat(127))).toEqual(sent);
    await expect(deploy("c".repeat(128))).rejects.toThrow("fewer than 128 bytes");
    await expect(deploy("1st")).rejects.toThrow("a contract name");
  });

  it("sends STX with a memo of at most 34 bytes", async () => {
    const { provider } = wallet(() => ({ result: sent }));
    const transfer = (memo: string) =>
      askWallet(provider, "stx_transferStx", { recipient: alice, amount: "1", memo, ...toSign });
    expect(await transfer("é".repeat(17))).toEqual(sent);
    await expect(transfer(`${"é".repeat(17)}e`)).rejects.toThrow("at most 34 bytes");
  });

  it("updates a profile by the method's name in each wallet", async () => {
    const profile = { "@type": "Person", name: "Alice" };
    const plain = wallet(() => ({ result: { profile } }));
    expect(await askWallet(plain.provider, "stx_updateProfile", { profile })).toEqual({ profile });
    expect(plain.asked).toEqual([["stx_updateProfile", { profile }]]);
    const own = wallet(() => ({ result: sent }), leather);
    expect(await askWallet(own.provider, "stx_updateProfile", { profile })).toEqual(sent);
    expect(own.asked).toEqual([["stx_updateProfile", { person: profile }]]);
  });

  it("signs a message and a structured one", async () => {
    const signed = { signature: "00", publicKey: "02" };
    const { provider } = wallet(() => ({ result: signed }));
    const structured = { message: "0x09", domain: "0x09" };
    expect(await askWallet(provider, "stx_signMessage", { message: "Hi 🏛️" })).toEqual(signed);
    expect(await askWallet(provider, "stx_signStructuredMessage", structured)).toEqual(signed);
  });

  it("refuses a Clarity value beyond a buffer of 1 MB", async () => {
    const { provider, asked } = wallet(() => ({ result: {} }));
    const message = "00".repeat(1_048_576 + 65);
    await expect(
      askWallet(provider, "stx_signStructuredMessage", { message, domain: "09" }),
    ).rejects.toThrow("1 MB");
    expect(asked).toEqual([]);
  });

  it("connects Xverse by its own method, and finds addresses among others", async () => {
    const addresses = [
      { address: "bc1qxyz", publicKey: "02", purpose: "payment" },
      { address: alice, publicKey: "03", purpose: "stacks" },
    ];
    const { provider, asked } = wallet(() => ({ result: { addresses } }), xverse);
    const answer = await askWallet(provider, "getAddresses", undefined);
    expect(answer.addresses[1]).toEqual({ address: alice, publicKey: "03" });
    expect(asked).toEqual([["wallet_connect", undefined]]);
  });

  it.each([null, {}, { result: null }, { result: { addresses: {} } }])(
    "calls the answer %j invalid",
    async (answer) => {
      const { provider } = wallet(() => answer);
      await expect(askWallet(provider, "getAddresses", undefined)).rejects.toThrow(
        "Invalid authentication response.",
      );
    },
  );
});

describe("the account that is open in the wallet", () => {
  const open = (address: string) => ({
    result: { addresses: [{ address: "bc1qxyz" }, { address }] },
  });
  const other = "ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM";

  it("is asked for in Xverse, which tells without asking the person", async () => {
    const { provider, asked } = wallet(() => open(alice), xverse);
    await checkAccount(provider, alice);
    expect(asked).toEqual([["wallet_getAccount", undefined]]);
  });

  it("is noticed if it is another, or if Xverse has no permission for it", async () => {
    const forgotten = { error: { code: -32002, message: "Access denied." } };
    for (const answer of [
      open(other),
      open("SP2QEZ06AGJ3RKJPBV14SY1V5BBFNAW33D96YPGZF"),
      forgotten,
    ]) {
      const { provider } = wallet(() => answer, xverse);
      const error = await checkAccount(provider, alice).catch((error: unknown) => error);
      expect(describeWalletError(error)).toContain("another account or network");
    }
  });

  it("is not asked for in other wallets, which would ask the person", async () => {
    const { provider, asked } = wallet(() => open(other), leather);
    await checkAccount(provider, alice);
    expect(asked).toEqual([]);
  });
});

describe("a wallet's error", () => {
  const refusals: [wallet: object, code: number, words: string][] = [
    [xverse, -32000, "Transaction cancelled"],
    [leather, 4001, "Transaction cancelled"],
    [{}, -32000, "Transaction cancelled"],
    [{}, -31001, "Transaction cancelled"],
    [leather, -32000, "Your wallet had a problem of its own. Please try again."],
    [leather, 4002, "Your wallet cannot do this. Another one might."],
    [leather, 7, "Your wallet did not allow this."],
    [leather, 16, "Your wallet is locked. Unlock it and try again."],
    [xverse, -32001, "Your wallet cannot do this. Another one might."],
    [
      {},
      -32001,
      "Your wallet is on another account. Switch to the one you connected, or connect again.",
    ],
    [
      xverse,
      -32002,
      "Your wallet is on another account or network than the one you connected. Switch back, or connect again.",
    ],
    [{}, -32002, "Your wallet did not allow this."],
    [xverse, -32600, "Your wallet did not understand the request."],
    [{}, -32601, "Your wallet cannot do this. Another one might."],
    [leather, -32602, "Your wallet did not understand the request."],
    [leather, -32603, "Your wallet had a problem of its own. Please try again."],
    [leather, -31999, "The vault is locked"],
  ];

  const failed = (answer: () => unknown, marks: object) =>
    askWallet(wallet(answer, marks).provider, "getAddresses", undefined).then(
      () => Promise.reject(new Error("It did not fail")),
      (error: unknown) => error,
    );

  it.each(refusals)("of %o with code %i is explained", async (marks, code, words) => {
    const error = { code, message: "The vault is locked" };
    const resolved = await failed(() => ({ jsonrpc: "2.0", id: "1", error }), marks);
    const rejected = await failed(() => Promise.reject({ jsonrpc: "2.0", id: "1", error }), marks);
    const thrown = await failed(() => Promise.reject(Object.assign(new Error(), error)), marks);
    for (const one of [resolved, rejected, thrown]) {
      expect(describeWalletError(one)).toBe(words);
      expect(isCancelled(one)).toBe(words === "Transaction cancelled");
    }
  });

  it.each([
    ["Network mismatch.", "another network"],
    ["Address mismatch.", "another account"],
    ["Missing function arguments.", "too old"],
  ])("of Xverse that says %s is explained", async (message, words) => {
    const error = await failed(() => ({ error: { code: -32600, message } }), xverse);
    expect(describeWalletError(error)).toContain(words);
  });

  it("without a code keeps its own words", async () => {
    const error = await failed(() => Promise.reject(new Error("The extension was updated")), {});
    expect(describeWalletError(error)).toBe("The extension was updated");
  });
});
