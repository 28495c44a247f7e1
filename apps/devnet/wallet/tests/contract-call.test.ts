import { Cl, Pc, postConditionToHex } from "@stacks/transactions";
import { describe, expect, it } from "vitest";
import { bob, erin } from "../../accounts.ts";
import { ask, protocol, registerErin, sentSchema, statusOf, walletOf } from "./request.ts";
import { setScene } from "./scene.ts";

const scene = setScene();

describe("a contract call", () => {
  it("is shown in plain words, signed, sent and mined", async () => {
    const asked = await ask(scene.page, "stx_callContract", registerErin);
    const wallet = walletOf(scene.page);
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
    expect(await statusOf(scene.stage, txid)).toBe("pending");
    scene.stage.devnet.mine();
    expect(await statusOf(scene.stage, txid)).toBe("success");
  });

  it("says in words what a post-condition lets go", async () => {
    const condition = Pc.principal(bob.address)
      .willSendAsset()
      .nft(`${protocol}::pending-endorsement`, Cl.tuple({ id: Cl.uint(3), revision: Cl.uint(1) }));
    await ask(scene.page, "stx_callContract", {
      contract: protocol,
      functionName: "approve-endorsement",
      functionArgs: [Cl.serialize(Cl.uint(3))],
      postConditions: [postConditionToHex(condition)],
      address: bob.address,
    });
    const wallet = walletOf(scene.page);
    await wallet
      .byText("bob.btc sends exactly: pending-endorsement {id: 3, revision: 1}")
      .waitFor();
    expect(await wallet.byText("and nothing else moves, apart from the fee").isVisible()).toBe(
      true,
    );
  });

  it("ends as aborted by post-condition when it is made to fail on chain", async () => {
    const asked = await ask(scene.page, "stx_callContract", {
      contract: protocol,
      functionName: "remove-profile",
      address: erin.address,
    });
    await walletOf(scene.page).failOnPurpose("Make it fail on chain");
    await walletOf(scene.page).confirm.click();
    const { txid } = sentSchema.parse((await asked.outcome()).result);
    scene.stage.devnet.mine();
    expect(await statusOf(scene.stage, txid)).toBe("abort_by_post_condition");
  });

  it("shows why the node refused, and can be tried again or given up", async () => {
    const params = { ...registerErin, functionName: "remove-profile", functionArgs: [] };
    const asked = await ask(scene.page, "stx_callContract", params);
    const wallet = walletOf(scene.page);
    await wallet.failOnPurpose(/bad nonce/);
    await wallet.confirm.click();
    await wallet.byRole("alert").getByText("The node refused the nonce").waitFor();
    await wallet.byRole("radio", { name: "Do what it says" }).check();
    await wallet.byRole("button", { name: "Try again" }).click();
    expect(sentSchema.safeParse((await asked.outcome()).result).success).toBe(true);
    scene.stage.devnet.mine();

    const second = await ask(scene.page, "stx_callContract", params);
    await wallet.failOnPurpose(/bad nonce/);
    await wallet.confirm.click();
    await wallet.byRole("button", { name: "Give up" }).click();
    expect((await second.outcome()).error).toMatchObject({
      code: -32_603,
      message: expect.stringContaining("The node refused the nonce"),
    });
    scene.expectError("400 (Bad Request)");
  });

  it("takes the fee that is typed, once it is one", async () => {
    const asked = await ask(scene.page, "stx_callContract", {
      ...registerErin,
      functionName: "update-statement",
      functionArgs: [Cl.serialize(Cl.stringUtf8("Boats."))],
    });
    const wallet = walletOf(scene.page);
    const fee = wallet.byRole("textbox", { name: "Fee in STX" });
    await wallet.byText(/^statement/).waitFor();
    await fee.fill("much");
    await wallet.byText("A fee is a number of STX").waitFor();
    expect(await wallet.confirm.getAttribute("aria-disabled")).toBe("true");
    await fee.fill("0.0123");
    await wallet.confirm.click();
    const { txid } = sentSchema.parse((await asked.outcome()).result);
    const response = await fetch(`${scene.stage.devnet.url}/extended/v1/tx/0x${txid}`);
    expect(await response.json()).toMatchObject({ fee_rate: "12300" });
  });
});
