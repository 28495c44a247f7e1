import { expect, test } from "vitest";
import { alice, carol } from "../../apps/devnet/accounts.ts";
import { connect } from "../actions/wallet.ts";
import { setUpBrowser } from "../stack/browser.ts";

const browser = setUpBrowser();

test("prints a profile with its words, names and address, and without controls", async () => {
  const { page } = await browser.newPerson({ colorScheme: "dark" });
  const path = `/profile/${alice.address}`;
  await page.goto(path);
  const words = page.getByText("The blue in the upper left is hers.");
  await words.waitFor({ state: "attached" });
  expect(await words.isVisible()).toBe(false);
  await page.emulateMedia({ media: "print" });
  await words.waitFor();
  await page.getByRole("heading", { level: 1, name: "alice.btc" }).waitFor();
  await page.getByText(alice.address, { exact: true }).waitFor();
  await page.getByText(new URL(path, page.url()).href, { exact: true }).waitFor();
  expect(await page.getByRole("button").count()).toBe(0);
  expect(await page.getByRole("navigation").count()).toBe(0);
  expect(await page.getByRole("link", { name: "Endorse", exact: true }).count()).toBe(0);
  const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(paper).toBe("rgb(255, 255, 255)");
  expect((await page.pdf()).subarray(0, 5).toString()).toBe("%PDF-");
});

test("leaves pending endorsements out of the printed own profile", async () => {
  const { page } = await browser.newPerson();
  await page.goto("/profile");
  await connect(page, "carol");
  await page.getByRole("heading", { name: "carol.btc" }).waitFor();
  const pending = page.getByText("Pending Approval");
  await pending.first().waitFor();
  await page.emulateMedia({ media: "print" });
  await expect.poll(() => pending.filter({ visible: true }).count()).toBe(0);
  await page.getByText(carol.address, { exact: true }).filter({ visible: true }).waitFor();
  expect(await page.getByText("Your Network").isVisible()).toBe(false);
});
