import { createHash } from "node:crypto";
import { hashMessage, verifyMessageSignatureRsv } from "@stacks/encryption";
import {
  Cl,
  encodeStructuredDataBytes,
  getAddressFromPublicKey,
  makeUnsignedSTXTokenTransfer,
  publicKeyFromSignatureRsv,
} from "@stacks/transactions";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { alice, bob } from "../../accounts.ts";
import { publicKeyOf } from "../signing.ts";
import { setUpFixture } from "./fixture.ts";
import { ask, isClosed, sentSchema, signedSchema, statusOf, walletOf } from "./request.ts";

const fixture = setUpFixture();

describe("other requests", () => {
  const confirm = async (method: string, params: unknown) => {
    const asked = await ask(fixture.page, method, params);
    await walletOf(fixture.page).confirm.click();
    return asked.outcome();
  };

  it("signs a message so that a server can verify it", async () => {
    await confirm("getAddresses", {});
    const message = "127.0.0.1 wants you to sign in\n\nNonce: 1 🏛️";
    const { result } = await confirm("stx_signMessage", { message });
    const { signature, publicKey } = signedSchema.parse(result);
    expect(verifyMessageSignatureRsv({ message, publicKey, signature })).toBe(true);
    expect(getAddressFromPublicKey(publicKey, "testnet")).toBe(alice.address);
    expect(hashMessage(message)).toHaveLength(32);
  });

  it("signs a structured message (SIP-018)", async () => {
    const message = Cl.tuple({ greeting: Cl.stringUtf8("Hello") });
    const domain = Cl.tuple({
      name: Cl.stringAscii("A site"),
      version: Cl.stringAscii("1.0.0"),
      "chain-id": Cl.uint(2147483648),
    });
    const { result } = await confirm("stx_signStructuredMessage", {
      message: Cl.serialize(message),
      domain: Cl.serialize(domain),
    });
    const { signature, publicKey } = signedSchema.parse(result);
    const hash = createHash("sha256")
      .update(encodeStructuredDataBytes({ message, domain }))
      .digest("hex");
    expect(publicKeyFromSignatureRsv(hash, signature)).toBe(publicKey);
  });

  it("sends STX", async () => {
    const { result } = await confirm("stx_transferStx", {
      recipient: bob.address,
      amount: "1500000",
      memo: "for boats",
      address: alice.address,
    });
    const { txid } = sentSchema.parse(result);
    fixture.devnet.mine();
    expect(await statusOf(fixture, txid)).toBe("success");
  });

  it("deploys a contract", async () => {
    const { result } = await confirm("stx_deployContract", {
      name: "counter",
      clarityCode: "(define-public (one) (ok u1))",
      address: alice.address,
    });
    const { txid } = sentSchema.parse(result);
    fixture.devnet.mine();
    expect(await statusOf(fixture, txid)).toBe("success");
  });

  it("signs and sends a transaction that the site has built", async () => {
    const account = await fetch(`${fixture.devnet.url}/v2/accounts/${alice.address}?proof=0`);
    const { nonce } = z.object({ nonce: z.number() }).parse(await account.json());
    const transaction = await makeUnsignedSTXTokenTransfer({
      recipient: bob.address,
      amount: 7n,
      fee: 1000n,
      nonce,
      network: "testnet",
      publicKey: publicKeyOf(alice),
    });
    const { result } = await confirm("stx_signTransaction", {
      transaction: transaction.serialize(),
      broadcast: true,
    });
    const { txid } = sentSchema.parse(result);
    fixture.devnet.mine();
    expect(await statusOf(fixture, txid)).toBe("success");
  });

  it("returns the confirmed profile", async () => {
    const profile = { "@type": "Person", name: "Alice" };
    expect((await confirm("stx_updateProfile", { profile })).result).toEqual({ profile });
  });

  it("answers stx_getAccounts with an account", async () => {
    const { result } = await confirm("stx_getAccounts", {});
    expect(result).toMatchObject({ accounts: [{ address: alice.address }] });
  });

  it("lists its methods", async () => {
    const asked = await ask(fixture.page, "supportedMethods", undefined);
    expect((await asked.outcome()).result).toMatchObject({
      methods: expect.arrayContaining([{ name: "stx_callContract" }]),
    });
  });
});

describe("requests that fail", () => {
  it.each([
    ["stx_mineBlock", {}, -32_601],
    ["stx_callContract", { contract: "nowhere" }, -32_602],
    ["stx_signMessage", "a text", -32_602],
    [
      "stx_transferStx",
      { recipient: bob.address, amount: 1, address: "ST000000000000000000002AMW42H" },
      -32_001,
    ],
  ])("refuses %s at once with its code", async (method, params, code) => {
    const asked = await ask(fixture.page, method, params);
    expect((await asked.outcome()).error?.code).toBe(code);
    await isClosed(fixture.page);
  });

  it("says that the devnet does not answer, and retries", async () => {
    await fixture.page.clock.install();
    await ask(fixture.page, "supportedMethods", undefined);
    await fixture.page.context().route(`${fixture.devnet.url}/wallet/`, (route) => route.abort());
    const asked = await ask(fixture.page, "getAddresses", {});
    await fixture.page.clock.fastForward(8000);
    await fixture.page.getByText(`The devnet at ${fixture.devnet.url} does not answer`).waitFor();
    await fixture.page.getByRole("button", { name: "Try again" }).click();
    await fixture.page.keyboard.press("Escape");
    expect((await asked.outcome()).error?.code).toBe(-31_001);
    fixture.expectError("ERR_FAILED");
  });
});
