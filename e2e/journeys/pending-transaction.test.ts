import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { dan } from "../../apps/devnet/accounts.ts";
import { connect, disconnect, walletRequest } from "../actions/wallet.ts";
import { type Person, setUpBrowser } from "../stack/browser.ts";

const browser = setUpBrowser();

/** Makes the node answer as a Hiro API without its older routes. */
async function closeOldRoutes({ page, excused }: Person) {
  await page.route(`${inject("nodeUrl")}/extended/v1/tx/*`, (route, request) => {
    excused.push(new URL(request.url()).pathname);
    return route.fulfill({ status: 410, headers: { "access-control-allow-origin": "*" } });
  });
}

/** Waits until the page has read a transaction's state from the node's newer route. */
const readsNewRoute = (page: Page) =>
  page.waitForResponse(/\/extended\/v3\/transactions\/0x[0-9a-f]{64}\?include=result$/);

/** Asks the wallet for another statement of dan's profile, and returns the request that it shows. */
async function changeStatement(page: Page) {
  await page.goto("/edit-profile");
  await connect(page, "dan");
  await page
    .getByRole("textbox", { name: "SUMMARY" })
    .fill(`I draft so that both sides sleep well. ${Date.now()}`);
  await page.getByRole("button", { name: "Confirm Changes" }).click();
  return walletRequest(page);
}

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
  await (await changeStatement(page)).confirm();
  const toast = page.getByRole("alert").filter({ hasText: "Transaction Submitted" });
  await toast.getByRole("link", { name: "View Status" }).waitFor();
  await page.getByText("Pending confirmation on chain").waitFor();
  await page.getByText("Sent just now").waitFor();

  await page.reload();
  await toast.getByText(/^Sent .+, and not confirmed yet\.$/).waitFor();
  await letGo();
  await toast.getByText("Profile updated successfully").waitFor();
});

/** Asks the wallet for another statement where the node's older routes are closed. */
async function changeStatementByNewRoutes() {
  const person = await browser.newPerson();
  await closeOldRoutes(person);
  const reading = readsNewRoute(person.page);
  return { page: person.page, reading, request: await changeStatement(person.page) };
}

test("follows a transaction where the node's older routes are closed", async () => {
  const { page, reading, request } = await changeStatementByNewRoutes();
  await request.confirm();
  await reading;
  await page.getByText("Now on chain, for everybody to see.").waitFor();
});

test("says why a transaction failed where the node's older routes are closed", async () => {
  const { page, reading, request } = await changeStatementByNewRoutes();
  await request.failOnPurpose("Make it fail on chain");
  await request.confirm();
  await reading;
  await page.getByRole("heading", { name: "Your statement was not changed" }).waitFor();
  await page.getByText("Failed on chain.").waitFor();
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
