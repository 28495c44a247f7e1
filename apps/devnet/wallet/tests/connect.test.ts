import { getAddressFromPublicKey } from "@stacks/transactions";
import { describe, expect, it } from "vitest";
import { alice, bob } from "../../accounts.ts";
import { publicKeyOf } from "../signing.ts";
import { ask, findViolations, isClosed, signedSchema, walletOf } from "./request.ts";
import { setScene } from "./scene.ts";

const scene = setScene();

describe("connecting through @stacks/connect", () => {
  const chooseDevWallet = async () => {
    await scene.page.getByRole("button", { name: "Connect Wallet" }).click();
    const row = scene.page.getByRole("listitem").filter({ hasText: "Dev Wallet" });
    await row.getByRole("button", { name: "Connect" }).click();
    await walletOf(scene.page).title.waitFor();
  };

  it("lists the Dev Wallet as installed, and shares the account that is chosen in it", async () => {
    await chooseDevWallet();
    const wallet = walletOf(scene.page);
    expect(await wallet.byText(scene.stage.site.replace("http://", "")).isVisible()).toBe(true);
    await wallet.account("bob.btc").check();
    await wallet.confirm.click();
    expect(await scene.page.evaluate("site.connected()")).toEqual({
      addresses: [{ symbol: "STX", address: bob.address, publicKey: publicKeyOf(bob) }],
    });
    expect(await scene.page.evaluate("localStorage.getItem('STX_PROVIDER')")).toBe(
      "ColonnadeDevWallet",
    );
    expect(getAddressFromPublicKey(publicKeyOf(bob), "testnet")).toBe(bob.address);
  });

  it("gives the keyboard back to the button that was pressed", async () => {
    await chooseDevWallet();
    await walletOf(scene.page).confirm.click();
    await isClosed(scene.page);
    expect(await scene.page.evaluate("document.activeElement.id")).toBe("connect");
  });

  it("tells the site when the person cancels", async () => {
    await chooseDevWallet();
    await walletOf(scene.page).cancel.click();
    const code = await scene.page.evaluate("site.connected().catch((error) => error.code)");
    expect(code).toBe(-31_001);
  });

  it("remembers the account for the site's later requests, until told to forget it", async () => {
    await chooseDevWallet();
    await walletOf(scene.page).account("carol.btc").check();
    await walletOf(scene.page).confirm.click();
    await isClosed(scene.page);

    await scene.page.evaluate(
      "void site.request('stx_signMessage', { message: 'Hello' }).catch(() => {})",
    );
    const wallet = walletOf(scene.page);
    await wallet.byText("Account that signs").waitFor();
    expect(await wallet.byText("carol.btc").isVisible()).toBe(true);
    expect(await wallet.byRole("radio", { name: /^alice/ }).count()).toBe(0);
    await wallet.cancel.click();
    await isClosed(scene.page);

    const forgotten = await ask(scene.page, "wallet_disconnect", undefined);
    expect(await forgotten.outcome()).toMatchObject({ result: null });
    await ask(scene.page, "stx_signMessage", { message: "Hello" });
    await wallet.byText("Account to sign with").waitFor();
  });

  it("is registered once, however often the script is loaded", async () => {
    await scene.page.evaluate("site.loadProvider().then(() => site.loadProvider())");
    expect(await scene.page.evaluate("window.wbip_providers.map(({ id }) => id)")).toEqual([
      "ColonnadeDevWallet",
    ]);
  });
});

describe("a refusal on purpose", () => {
  it.each([
    [/-?31001/, -31_001],
    [/32000/, -32_000],
    [/4001/, 4001],
  ])("answers with the code of %s", async (label, code) => {
    const asked = await ask(scene.page, "getAddresses", {});
    await walletOf(scene.page).failOnPurpose(label);
    await walletOf(scene.page).confirm.click();
    expect((await asked.outcome()).error?.code).toBe(code);
  });
});

describe("several requests at once", () => {
  it("wait their turn", async () => {
    const first = await ask(scene.page, "stx_signMessage", { message: "The first" });
    const second = await ask(scene.page, "stx_signMessage", { message: "The second" });
    const wallet = walletOf(scene.page);
    await wallet.byText("The first").waitFor();
    expect(await scene.page.locator("[data-dev-wallet]").count()).toBe(1);
    await wallet.cancel.click();
    expect((await first.outcome()).error?.code).toBe(-31_001);
    await wallet.byText("The second").waitFor();
    await wallet.confirm.click();
    expect(signedSchema.safeParse((await second.outcome()).result).success).toBe(true);
  });
});

describe("who is listened to", () => {
  it("the provider takes no answer from anybody but the wallet page", async () => {
    const asked = await ask(scene.page, "getAddresses", {});
    await walletOf(scene.page).title.waitFor();
    await scene.page.evaluate(() => {
      const answer = { result: { addresses: [{ address: "forged" }] } };
      const forged = {
        channel: "colonnade-dev-wallet",
        kind: "answer",
        id: "dev-wallet-1",
        answer,
      };
      window.postMessage(forged, "*");
      const other = document.body.appendChild(document.createElement("iframe"));
      const script = `parent.postMessage(${JSON.stringify(forged)}, "*"); parent.heard = true`;
      other.srcdoc = `<script>${script}</script>`;
    });
    await scene.page.waitForFunction("window.heard");
    await walletOf(scene.page).confirm.click();
    expect((await asked.outcome()).result).toMatchObject({
      addresses: [{ address: alice.address }],
    });
  });

  it("the page takes no request from anybody but the site that embeds it", async () => {
    const asked = await ask(scene.page, "stx_signMessage", { message: "From the site" });
    await walletOf(scene.page).byText("From the site").waitFor();
    await scene.page.evaluate(() => {
      const wallet = document
        .querySelector("[data-dev-wallet]")
        ?.shadowRoot?.querySelector("iframe");
      Reflect.set(window, "walletWindow", wallet?.contentWindow);
      const request = { channel: "colonnade-dev-wallet", kind: "cancel", id: "dev-wallet-1" };
      const other = document.body.appendChild(document.createElement("iframe"));
      const script = `parent.walletWindow.postMessage(${JSON.stringify(request)}, "*"); parent.heard = true`;
      other.srcdoc = `<script>${script}</script>`;
    });
    await scene.page.waitForFunction("window.heard");
    await walletOf(scene.page).confirm.click();
    expect(signedSchema.safeParse((await asked.outcome()).result).success).toBe(true);
  });

  it("the page opened by hand asks nothing and shows the accounts", async () => {
    await scene.page.goto(`${scene.stage.devnet.url}/wallet/`);
    await scene.page.getByText("erin.btc").waitFor();
    expect(await scene.page.getByRole("button").count()).toBe(0);
    expect(await findViolations(scene.page)).toEqual([]);
  });
});
