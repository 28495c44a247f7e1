import { privateKeyToPublic } from "@stacks/transactions";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { alice, bob } from "../../apps/devnet/accounts.ts";
import { connect, walletChooser, walletRequest } from "../actions/wallet.ts";
import { setUpBrowser } from "../stack/browser.ts";

const browser = setUpBrowser();

const alices = { address: alice.address, publicKey: String(privateKeyToPublic(alice.privateKey)) };

/** Replaces Leather by a wallet that gives set answers to some methods, and alice's account otherwise. */
function installWallet(page: Page, answers: Record<string, unknown> = {}) {
  return page.addInitScript(
    ([known, account]) => {
      const request = async (method: string) => ({
        jsonrpc: "2.0",
        id: "1",
        result: Object.hasOwn(known, method) ? known[method] : { addresses: [account] },
      });
      Object.assign(window, { LeatherProvider: { request } });
    },
    [answers, alices] as const,
  );
}

async function connectLeather(page: Page) {
  const chooser = walletChooser(page);
  await chooser.open();
  await chooser.connect("Leather").click();
}

const connected = (page: Page) => page.getByRole("button", { name: "alice.btc, menu" }).waitFor();

test("says that a wallet is needed when the browser has none and the dialog is closed", async () => {
  const { page, errors } = await browser.newPerson();
  await page.route("**/wallet/provider.js", (route) => route.abort());
  await page.goto("/home");
  const chooser = walletChooser(page);
  await chooser.open();
  await chooser.install("Leather").waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("Unable to authenticate without Hiro Wallet extension").waitFor();
  errors.splice(0);
});

test("does not sign in when a wallet answers nonsense", async () => {
  const { page } = await browser.newPerson();
  await installWallet(page, { getAddresses: { nothing: true } });
  await page.goto("/home");
  await connectLeather(page);
  await page.getByText("Invalid authentication response.").waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Connect Wallet" }).count()).toBe(1);
});

test.each([
  ["that is malformed", { signature: "?", publicKey: "?" }, "Invalid authentication response."],
  [
    "of another message",
    { signature: `${"11".repeat(64)}00`, publicKey: alices.publicKey },
    "Failed to login: Invalid authentication response.",
  ],
])("does not sign in by a signature %s", async (_, answer, words) => {
  const { page, errors } = await browser.newPerson();
  await installWallet(page, { stx_signMessage: answer });
  await page.goto(`/profile/${bob.address}`);
  await connectLeather(page);
  await page.getByRole("button", { name: /^(Follow|Unfollow) bob\.btc/ }).click();
  await page.getByText(words, { exact: true }).waitFor();
  errors.splice(0);
});

test("says when the connected wallet is gone", async () => {
  const { page, context } = await browser.newPerson();
  await installWallet(page);
  await page.goto(`/profile/${bob.address}`);
  await connectLeather(page);
  await connected(page);
  const later = await context.newPage();
  await later.goto(`/profile/${bob.address}`);
  await later.getByRole("button", { name: /^(Follow|Unfollow) bob\.btc/ }).click();
  await later.getByText("Hiro Wallet not installed").waitFor();
});

test("asks to connect a wallet when the session's wallet is unknown", async () => {
  const { page } = await browser.newPerson();
  await installWallet(page);
  await page.goto(`/profile/${bob.address}`);
  await connectLeather(page);
  await connected(page);
  await page.evaluate(() => localStorage.removeItem("STX_PROVIDER"));
  await page.getByRole("button", { name: /^(Follow|Unfollow) bob\.btc/ }).click();
  await page.getByText("Please connect your wallet to continue").waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
});

test("keeps the connected wallet when another one declines", async () => {
  const { page, context } = await browser.newPerson();
  await page.addInitScript(() => {
    const refusal = { jsonrpc: "2.0", id: "1", error: { code: 4001, message: "No" } };
    Object.assign(window, { LeatherProvider: { request: () => Promise.reject(refusal) } });
  });
  await page.goto("/home");
  const chooser = walletChooser(page);
  await chooser.open();
  const other = await context.newPage();
  await other.goto(`/profile/${bob.address}`);
  await connect(other, "alice");
  await chooser.connect("Leather").click();
  await chooser.dialog.waitFor({ state: "detached" });
  await connected(page);
  await other.getByRole("button", { name: /^(Follow|Unfollow) bob\.btc/ }).click();
  await walletRequest(other).heading.waitFor();
});

test("replaces a viewer who connected in another tab meanwhile, and says so", async () => {
  const { page, context } = await browser.newPerson();
  await installWallet(page);
  await page.goto("/home");
  const chooser = walletChooser(page);
  await chooser.open();

  const other = await context.newPage();
  await other.goto("/home");
  await connect(other, "bob");
  await chooser.connect("Leather").click();
  await page.getByText(/Existing user session found\./).waitFor();
  await connected(page);
  await connected(other);
});

test.each([
  [
    { version: "0.9.0", userData: {} },
    "You were signed out: what this browser kept is from another version.",
  ],
  [{ version: "1.0.0", transitKey: "00" }, "No user data found. Did the user sign in?"],
])("refuses a stored session %j and signs out", async (kept, words) => {
  const { page } = await browser.newPerson();
  await installWallet(page);
  await page.goto("/home");
  await connectLeather(page);
  await connected(page);
  await page.evaluate(
    (text) => localStorage.setItem("blockstack-session", text),
    JSON.stringify(kept),
  );
  await page.reload();
  await page.getByText(words).waitFor();
  await page.getByRole("button", { name: "Connect Wallet" }).first().waitFor();
});
