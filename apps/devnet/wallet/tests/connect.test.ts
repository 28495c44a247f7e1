import { getAddressFromPublicKey } from "@stacks/transactions";
import { describe, expect, it } from "vitest";
import { alice, bob } from "../../accounts.ts";
import { publicKeyOf } from "../signing.ts";
import { setUpFixture } from "./fixture.ts";
import { ask, findViolations, isClosed, signedSchema, walletOf } from "./request.ts";

const fixture = setUpFixture();

describe("connecting through @stacks/connect", () => {
  const chooseDevWallet = async () => {
    await fixture.page.getByRole("button", { name: "Connect Wallet" }).click();
    const row = fixture.page.getByRole("listitem").filter({ hasText: "Dev Wallet" });
    await row.getByRole("button", { name: "Connect" }).click();
    await walletOf(fixture.page).title.waitFor();
  };

  it("lists the Dev Wallet as installed and shares the chosen account", async () => {
    await chooseDevWallet();
    const wallet = walletOf(fixture.page);
    expect(await wallet.byText(fixture.site.replace("http://", "")).isVisible()).toBe(true);
    await wallet.account("bob.btc").check();
    await wallet.confirm.click();
    expect(await fixture.page.evaluate("site.connected()")).toEqual({
      addresses: [{ symbol: "STX", address: bob.address, publicKey: publicKeyOf(bob) }],
    });
    expect(await fixture.page.evaluate("localStorage.getItem('STX_PROVIDER')")).toBe(
      "ColonnadeDevWallet",
    );
    expect(getAddressFromPublicKey(publicKeyOf(bob), "testnet")).toBe(bob.address);
  });

  it("returns the focus to the button that opened it", async () => {
    await chooseDevWallet();
    await walletOf(fixture.page).confirm.click();
    await isClosed(fixture.page);
    expect(await fixture.page.evaluate("document.activeElement.id")).toBe("connect");
  });

  it("tells the site when the user cancels", async () => {
    await chooseDevWallet();
    await walletOf(fixture.page).cancel.click();
    const code = await fixture.page.evaluate("site.connected().catch((error) => error.code)");
    expect(code).toBe(-31_001);
  });

  it("remembers the account for the site until it disconnects", async () => {
    await chooseDevWallet();
    await walletOf(fixture.page).account("carol.btc").check();
    await walletOf(fixture.page).confirm.click();
    await isClosed(fixture.page);

    await fixture.page.evaluate(
      "void site.request('stx_signMessage', { message: 'Hello' }).catch(() => {})",
    );
    const wallet = walletOf(fixture.page);
    await wallet.byText("Account that signs").waitFor();
    expect(await wallet.byText("carol.btc").isVisible()).toBe(true);
    expect(await wallet.byRole("radio", { name: /^alice/ }).count()).toBe(0);
    await wallet.cancel.click();
    await isClosed(fixture.page);

    const forgotten = await ask(fixture.page, "wallet_disconnect", undefined);
    expect(await forgotten.outcome()).toMatchObject({ result: null });
    await ask(fixture.page, "stx_signMessage", { message: "Hello" });
    await wallet.byText("Account to sign with").waitFor();
  });

  it("registers once even if the script loads several times", async () => {
    await fixture.page.evaluate("site.loadProvider().then(() => site.loadProvider())");
    expect(await fixture.page.evaluate("window.wbip_providers.map(({ id }) => id)")).toEqual([
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
    const asked = await ask(fixture.page, "getAddresses", {});
    await walletOf(fixture.page).failOnPurpose(label);
    await walletOf(fixture.page).confirm.click();
    expect((await asked.outcome()).error?.code).toBe(code);
  });
});

describe("several requests at once", () => {
  it("wait their turn", async () => {
    const first = await ask(fixture.page, "stx_signMessage", { message: "The first" });
    const second = await ask(fixture.page, "stx_signMessage", { message: "The second" });
    const wallet = walletOf(fixture.page);
    await wallet.byText("The first").waitFor();
    await expect.poll(() => fixture.page.locator("[data-dev-wallet]").count()).toBe(1);
    await wallet.cancel.click();
    expect((await first.outcome()).error?.code).toBe(-31_001);
    await wallet.byText("The second").waitFor();
    await wallet.confirm.click();
    expect(signedSchema.safeParse((await second.outcome()).result).success).toBe(true);
  });
});

describe("messages from others", () => {
  it("the provider ignores answers that do not come from the wallet page", async () => {
    const asked = await ask(fixture.page, "getAddresses", {});
    await walletOf(fixture.page).title.waitFor();
    await fixture.page.evaluate(() => {
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
    await fixture.page.waitForFunction("window.heard");
    await walletOf(fixture.page).confirm.click();
    expect((await asked.outcome()).result).toMatchObject({
      addresses: [{ address: alice.address }],
    });
  });

  it("the page ignores requests that do not come from the embedding site", async () => {
    const asked = await ask(fixture.page, "stx_signMessage", { message: "From the site" });
    await walletOf(fixture.page).byText("From the site").waitFor();
    await fixture.page.evaluate(() => {
      const wallet = document
        .querySelector("[data-dev-wallet]")
        ?.shadowRoot?.querySelector("iframe");
      Reflect.set(window, "walletWindow", wallet?.contentWindow);
      const request = { channel: "colonnade-dev-wallet", kind: "cancel", id: "dev-wallet-1" };
      const other = document.body.appendChild(document.createElement("iframe"));
      const script = `parent.walletWindow.postMessage(${JSON.stringify(request)}, "*"); parent.heard = true`;
      other.srcdoc = `<script>${script}</script>`;
    });
    await fixture.page.waitForFunction("window.heard");
    await walletOf(fixture.page).confirm.click();
    expect(signedSchema.safeParse((await asked.outcome()).result).success).toBe(true);
  });

  it("the page shows the accounts when it is opened directly", async () => {
    await fixture.page.goto(`${fixture.devnet.url}/wallet/`);
    await fixture.page.getByText("erin.btc").waitFor();
    expect(await fixture.page.getByRole("button").count()).toBe(0);
    expect(await findViolations(fixture.page)).toEqual([]);
  });
});
