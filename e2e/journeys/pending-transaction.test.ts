import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { dan } from "../../apps/devnet/accounts.ts";
import { connect, disconnect, walletRequest } from "../actions/wallet.ts";
import { setUpBrowser } from "../stack/browser.ts";

const browser = setUpBrowser();

/** Makes the node report every transaction as pending until the returned function is called. */
async function holdBlocks(page: Page) {
  const path = `${inject("nodeUrl")}/extended/v1/tx/*`;
  await page.route(path, (route) =>
    route.fulfill({
      json: { tx_status: "pending" },
      headers: { "access-control-allow-origin": "*" },
    }),
  );
  return () => page.unroute(path);
}

test("shows a pending transaction's age, also after a reload, and then its outcome", async () => {
  const { page } = await browser.newPerson();
  const letGo = await holdBlocks(page);
  await page.goto("/edit-profile");
  await connect(page, "dan");
  await page
    .getByRole("textbox", { name: "SUMMARY" })
    .fill(`I draft so that both sides sleep well. ${Date.now()}`);
  await page.getByRole("button", { name: "Confirm Changes" }).click();
  await walletRequest(page).confirm();
  const toast = page.getByRole("alert").filter({ hasText: "Transaction Submitted" });
  await toast.getByRole("link", { name: "View Status" }).waitFor();
  await page.getByText("Pending confirmation on chain").waitFor();
  await page.getByText("Sent just now").waitFor();

  await page.reload();
  await toast.getByText(/^Sent .+, and not confirmed yet\.$/).waitFor();
  await letGo();
  await toast.getByText("Profile updated successfully").waitFor();
});

test("remembers the wallet's NFTs until it disconnects", async () => {
  const { page } = await browser.newPerson();
  await page.goto("/profile");
  await connect(page, "dan");
  await page.getByRole("heading", { name: "dan.btc" }).waitFor();
  const holdings = () => page.evaluate(() => localStorage.getItem("nftHoldings") ?? "");
  await expect.poll(holdings).toContain("colonnade-endorsement-alpha::endorsement");
  await disconnect(page);
  await page.getByText("Wallet disconnected").waitFor();
  await expect.poll(holdings).toBe("");
  const kept = await page.evaluate(() => JSON.stringify(localStorage));
  expect(kept).not.toContain(dan.address);
});
