import { messages } from "@colonnade/domain/messages.ts";
import type { Page } from "playwright-core";
import { test } from "vitest";
import { connect, walletRequest } from "../actions/wallet.ts";
import { look } from "../stack/look.ts";
import { button, says, setScreens } from "../stack/screens.ts";

const screens = setScreens();

/** A wallet extension that answers every request with the same. */
async function installWallet(page: Page, answer: unknown): Promise<void> {
  const source = `window.LeatherProvider = { request: async () => (${JSON.stringify(answer)}) };`;
  await page.addInitScript(source);
}

/** Connects with it. */
async function connectLeather(page: Page): Promise<void> {
  await page.goto("/faqs");
  await button(page, messages.connectWallet).click();
  const wallets = page.getByRole("listitem").filter({ hasText: "Leather" });
  await wallets.getByRole("button", { name: "Connect" }).click();
}

test("a wallet without a Stacks address cannot be connected, and is told so", async () => {
  const { page } = await screens.prepare();
  await installWallet(page, { result: { addresses: [{ address: "bc1qxyz", publicKey: "" }] } });
  await connectLeather(page);
  await says(page, messages.noHiroExtension);
  await look(page, "toast-no-stacks-address");
});

test("a wallet of another network cannot be connected, and is told so", async () => {
  const { page } = await screens.prepare();
  const address = "SP2QEZ06AGJ3RKJPBV14SY1V5BBFNAW33D96YPGZF";
  await installWallet(page, { result: { addresses: [{ address, publicKey: "" }] } });
  await connectLeather(page);
  await says(page, "Your wallet is on another network.");
});

test("an answer that no wallet should give is called invalid", async () => {
  const { page } = await screens.prepare();
  await installWallet(page, { result: {} });
  await connectLeather(page);
  await says(page, messages.invalidAuthResponse);
});

test("a wallet's own trouble with connecting is said in its words", async () => {
  const { page } = await screens.prepare();
  const error = { code: -31999, message: "The vault is locked" };
  await installWallet(page, { error });
  await connectLeather(page);
  await says(page, `${messages.failedToLogin}The vault is locked`);
});

test("a wallet that is gone from the browser is missed when it is asked", async () => {
  const { page, excused } = await screens.open("/edit-profile", "alice");
  await page.route("**/provider.js", (route) => {
    excused.push(new URL(route.request().url()).pathname);
    return route.abort();
  });
  await page.reload();
  await page.getByRole("textbox", { name: messages.summary }).fill("Without a wallet.");
  await button(page, messages.confirmChanges).click();
  await says(page, messages.hiroNotInstalled);
  await look(page, "toast-no-wallet");
});

test("a wallet session of another version is dropped, and said to be", async () => {
  const { page } = await screens.prepare("alice");
  await page.addInitScript(() => {
    localStorage.setItem("blockstack-session", JSON.stringify({ version: "0.9.0" }));
  });
  await page.goto("/faqs");
  await says(page, "0.9.0");
  await button(page, messages.connectWallet).waitFor();
  await look(page, "toast-session-version");
});

test("a wallet session with nobody in it is dropped, and said to be", async () => {
  const { page } = await screens.prepare("alice");
  await page.addInitScript(() => {
    const session = { version: "1.0.0", transitKey: "", etags: {} };
    localStorage.setItem("blockstack-session", JSON.stringify(session));
  });
  await page.goto("/faqs");
  await says(page, messages.noUserData);
  await button(page, messages.connectWallet).waitFor();
});

test("connecting over somebody who connected in another tab says that there was a session", async () => {
  const { page, context } = await screens.open("/faqs");
  await button(page, messages.connectWallet).click();
  const wallets = page.getByRole("listitem").filter({ hasText: "Dev Wallet" });
  await wallets.waitFor();
  const other = await context.newPage();
  await other.goto("/faqs");
  await connect(other, "alice");
  await page.bringToFront();
  await wallets.getByRole("button", { name: "Connect" }).click();
  const request = walletRequest(page);
  await request.choose("bob");
  await request.confirm();
  await says(page, messages.existingSession);
  await look(page, "toast-existing-session");
});
