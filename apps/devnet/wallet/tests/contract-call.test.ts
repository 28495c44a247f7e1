import { Cl, Pc, postConditionToHex } from "@stacks/transactions";
import { describe, expect, it } from "vitest";
import { bob, erin } from "../../accounts.ts";
import { setUpFixture } from "./fixture.ts";
import { ask, protocol, registerErin, sentSchema, statusOf, walletOf } from "./request.ts";

const fixture = setUpFixture();

describe("a contract call", () => {
  it("is shown in plain words, signed, sent and mined", async () => {
    const asked = await ask(fixture.page, "stx_callContract", registerErin);
    const wallet = walletOf(fixture.page);
    await wallet.byText(/^statement/).waitFor();
    expect(await wallet.title.textContent()).toBe("Call register-profile");
    for (const words of [
      "colonnade-protocol-alpha",
      "I read the parts nobody reads.",
      "Nothing leaves anybody’s account, apart from the fee",
      "erin.btc",
    ]) {
      expect(await wallet.byText(words).first().isVisible()).toBe(true);
    }
    await wallet.confirm.click();
    const { txid } = sentSchema.parse((await asked.outcome()).result);
    expect(await statusOf(fixture, txid)).toBe("pending");
    fixture.devnet.mine();
    expect(await statusOf(fixture, txid)).toBe("success");
  });

  it("shows a post-condition in words", async () => {
    const digest = `0x${"a7".repeat(32)}`;
    const condition = Pc.principal(bob.address)
      .willSendAsset()
      .nft(
        `${protocol}::pending-endorsement`,
        Cl.tuple({ id: Cl.uint(3), words: Cl.bufferFromHex(digest) }),
      );
    await ask(fixture.page, "stx_callContract", {
      contract: protocol,
      functionName: "approve-endorsement",
      functionArgs: [Cl.serialize(Cl.uint(3))],
      postConditions: [postConditionToHex(condition)],
      address: bob.address,
    });
    const wallet = walletOf(fixture.page);
    await wallet
      .byText(`bob.btc sends exactly: pending-endorsement {id: 3, words: ${digest}}`)
      .waitFor();
    expect(await wallet.byText("and nothing else moves, apart from the fee").isVisible()).toBe(
      true,
    );
  });

  it("ends as abort_by_post_condition when it is made to fail on chain", async () => {
    const asked = await ask(fixture.page, "stx_callContract", {
      contract: protocol,
      functionName: "remove-profile",
      address: erin.address,
    });
    await walletOf(fixture.page).failOnPurpose("Make it fail on chain");
    await walletOf(fixture.page).confirm.click();
    const { txid } = sentSchema.parse((await asked.outcome()).result);
    fixture.devnet.mine();
    expect(await statusOf(fixture, txid)).toBe("abort_by_post_condition");
  });

  it("shows why the node refused, and lets the user retry or give up", async () => {
    const params = { ...registerErin, functionName: "remove-profile", functionArgs: [] };
    const asked = await ask(fixture.page, "stx_callContract", params);
    const wallet = walletOf(fixture.page);
    await wallet.failOnPurpose(/bad nonce/);
    await wallet.confirm.click();
    await wallet.byRole("alert").getByText("The node refused the nonce").waitFor();
    await wallet.byRole("radio", { name: "Do what it says" }).check();
    await wallet.byRole("button", { name: "Try again" }).click();
    expect(sentSchema.safeParse((await asked.outcome()).result).success).toBe(true);
    fixture.devnet.mine();

    const second = await ask(fixture.page, "stx_callContract", params);
    await wallet.failOnPurpose(/bad nonce/);
    await wallet.confirm.click();
    await wallet.byRole("button", { name: "Give up" }).click();
    expect((await second.outcome()).error).toMatchObject({
      code: -32_603,
      message: expect.stringContaining("The node refused the nonce"),
    });
    fixture.expectError("400 (Bad Request)");
  });

  it("uses the typed fee once it is valid", async () => {
    const asked = await ask(fixture.page, "stx_callContract", {
      ...registerErin,
      functionName: "update-statement",
      functionArgs: [Cl.serialize(Cl.stringUtf8("Boats."))],
    });
    const wallet = walletOf(fixture.page);
    const fee = wallet.byRole("textbox", { name: "Fee in STX" });
    await wallet.byText(/^statement/).waitFor();
    await fee.fill("much");
    await wallet.byText("A fee is a number of STX").waitFor();
    expect(await wallet.confirm.getAttribute("aria-disabled")).toBe("true");
    await fee.fill("0.0123");
    await wallet.confirm.click();
    const { txid } = sentSchema.parse((await asked.outcome()).result);
    const response = await fetch(`${fixture.devnet.url}/extended/v1/tx/0x${txid}`);
    expect(await response.json()).toMatchObject({ fee_rate: "12300" });
  });
});
