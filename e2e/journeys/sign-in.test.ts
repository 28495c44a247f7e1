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
