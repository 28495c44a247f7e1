import { makeAuthResponse, verifyAuthRequest } from "@stacks/auth";
import { decodeToken } from "jsontokens";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { LegacyProvider } from "./provider.ts";
import { describeWalletError, isCancelled } from "./wallet-error.ts";
import { askWallet } from "./wallet-request.ts";

vi.mock("../../api/runtime-config.ts", () => ({
  runtimeConfig: () => ({ network: "testnet", nodeUrl: "http://node.test" }),
}));

const alice = "ST1NZSWVC012TNQ5D2VN941XS91TJN7S1MF71EBHK";
const identityKey = "11".repeat(32);
const origin = "https://colonnade.test";
const profile = {
  stxAddress: { mainnet: "SP2QEZ06AGJ3RKJPBV14SY1V5BBFNAW33D96YPGZF", testnet: alice },
};

beforeEach(() => {
  vi.stubGlobal("location", { origin });
});

/** A wallet that answers with these, and notes the payloads of the tokens it got. */
function wallet(answers: Partial<Record<keyof LegacyProvider, () => Promise<unknown>>>) {
  const tokens: string[] = [];
  const take = (answer: () => Promise<unknown>) => (token: string) => {
    tokens.push(token);
    return answer();
  };
  const cancel = () => Promise.reject("cancel");
  const provider: LegacyProvider = {
    authenticationRequest: take(answers.authenticationRequest ?? cancel),
    transactionRequest: take(answers.transactionRequest ?? cancel),
    ...(answers.signatureRequest ? { signatureRequest: take(answers.signatureRequest) } : {}),
  };
  return { provider, tokens, payload: () => decodeToken(tokens[0] ?? "").payload };
}

/** An authentication response, as a wallet signs it. */
const signIn = (expiresAt = Date.now() + 60_000, hubUrl: string | null = null) =>
  makeAuthResponse(identityKey, profile, null, null, identityKey, expiresAt, null, hubUrl);

const call = {
  contract: `${alice}.colonnade-protocol-alpha`,
  functionName: "approve-endorsement",
  functionArgs: ["0100000000000000000000000000000007"],
  postConditions: ["00"],
  postConditionMode: "deny" as const,
  network: "testnet",
  address: alice,
};

describe("a wallet that only takes tokens", () => {
  it("is asked for the scopes store_write and publish_data, for an hour", async () => {
    const { provider, tokens, payload } = wallet({
      authenticationRequest: async () => ({ authenticationResponse: await signIn() }),
    });
    const before = Math.floor(Date.now() / 1000);
    await askWallet(provider, "getAddresses", undefined);
    const request = payload();
    expect(request).toMatchObject({
      scopes: ["store_write", "publish_data"],
      domain_name: origin,
      redirect_uri: `${origin}/`,
      appDetails: { name: "Colonnade" },
    });
    if (typeof request === "string") throw new Error("No payload");
    const life = Number(request.exp) - Number(request.iat);
    expect(Math.abs(life - 3600)).toBeLessThanOrEqual(1);
    expect(Number(request.iat)).toBeGreaterThanOrEqual(before);
    expect(await verifyAuthRequest(tokens[0] ?? "")).toBe(true);
  });

  it("gives its addresses, and its storage hub if it has one", async () => {
    const connect = async (response: string) =>
      askWallet(
        wallet({ authenticationRequest: () => Promise.resolve(response) }).provider,
        "getAddresses",
        undefined,
      );
    const plain = await connect(await signIn());
    expect(plain.addresses.map(({ address }) => address)).toEqual(
      Object.values(profile.stxAddress),
    );
    expect(plain.addresses[0]?.publicKey).toMatch(/^0[23][0-9a-f]{64}$/);
    expect(plain.hubUrl).toBeUndefined();
    const hub = "https://hub.test";
    expect((await connect(await signIn(undefined, hub))).hubUrl).toBe(hub);
  });

  it("is refused an answer that is forged, expired or no answer", async () => {
    const real = await signIn();
    const other = await makeAuthResponse("22".repeat(32), profile, null, null, identityKey);
    const forged = [...real.split(".").slice(0, 2), other.split(".")[2]].join(".");
    for (const answer of [forged, await signIn(Date.now() - 60_000), {}, null]) {
      const { provider } = wallet({ authenticationRequest: async () => answer });
      await expect(askWallet(provider, "getAddresses", undefined)).rejects.toThrow(
        "Invalid authentication response.",
      );
    }
  });

  it("sends a call in a token as it was asked for", async () => {
    const { provider, payload } = wallet({
      transactionRequest: async () => ({ txId: "ab", txRaw: "80" }),
    });
    expect(await askWallet(provider, "stx_callContract", call)).toEqual({
      txid: "ab",
      transaction: "80",
    });
    expect(payload()).toMatchObject({
      txType: "contract_call",
      contractAddress: alice,
      contractName: "colonnade-protocol-alpha",
      functionName: "approve-endorsement",
      functionArgs: call.functionArgs,
      postConditions: call.postConditions,
      postConditionMode: 2,
      stxAddress: alice,
      network: { version: 0x80, chainId: 0x80000000, coreApiUrl: "http://node.test" },
    });
  });

  it("signs a message if it can", async () => {
    const signed = { signature: "00", publicKey: "02" };
    const { provider, payload } = wallet({ signatureRequest: async () => signed });
    expect(await askWallet(provider, "stx_signMessage", { message: "Hi" })).toEqual(signed);
    expect(payload()).toMatchObject({ message: "Hi" });
    const without = askWallet(wallet({}).provider, "stx_signMessage", { message: "Hi" });
    const error = await without.catch((error: unknown) => error);
    expect(describeWalletError(error)).toBe("Your wallet cannot do this. Another one might.");
  });

  it("is cancelled when it rejects with `cancel`", async () => {
    const { provider } = wallet({});
    for (const asked of [
      askWallet(provider, "getAddresses", undefined),
      askWallet(provider, "stx_callContract", call),
    ]) {
      expect(isCancelled(await asked.catch((error: unknown) => error))).toBe(true);
    }
  });
});
