import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { setUpBrowser } from "../stack/browser.ts";
import { axeFindings } from "../stack/look.ts";

const browser = setUpBrowser({ hasEmptyCache: true });

/** Blocks a part of the app's code until the returned function is called. */
async function withhold(page: Page, chunk: string) {
  const files = `**/assets/${chunk}-*.js`;
  await page.route(files, (route) => route.abort());
  return () => page.unroute(files);
}

test("shows an error when a page's code fails to load, and loads it on a retry", async () => {
  const { page, errors } = await browser.newPerson();
  await page.goto("/home");
  const letThrough = await withhold(page, "faqs");
  await page.getByRole("link", { name: "FAQ's" }).click();
  await page.getByRole("heading", { name: "Unexpected Application Error!" }).waitFor();
  await page.getByText("Loading chunk faqs failed").waitFor();
  await expect.poll(() => page.title()).toContain("Unexpected Application Error!");
  expect(await axeFindings(page)).toEqual([]);

  await letThrough();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "FAQ's", level: 1 }).waitFor();
  await expect.poll(() => errors.join()).toContain("Loading chunk faqs failed");
  errors.splice(0);
});

test("keeps the page when a dialog's code fails to load, and loads it on a retry", async () => {
  const { page, errors } = await browser.newPerson();
  const letThrough = await withhold(page, "endorsement");
  await page.goto("/home");
  await page.getByRole("article").first().getByRole("link").first().click();
  await page.getByRole("alert").getByText("This could not be opened.").waitFor();
  expect(await page.getByRole("article").count()).toBeGreaterThan(0);
  expect(await axeFindings(page)).toEqual([]);
  await letThrough();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("dialog", { name: /^Endorsement №/ }).waitFor();
  errors.splice(0);
});

test("keeps the page when the menu's code fails to load, and loads it on a retry", async () => {
  const { page, errors } = await browser.newPerson();
  const letThrough = await withhold(page, "bars");
  await page.goto("/faqs");
  await page.getByRole("heading", { name: "FAQ's", level: 1 }).waitFor();
  await page.getByText("The menu could not be loaded.").waitFor();
  await letThrough();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("button", { name: "Connect Wallet" }).waitFor();
  await expect.poll(() => errors).not.toEqual([]);
  errors.splice(0);
});

test("gives up loading code after two minutes", async () => {
  const { page, errors } = await browser.newPerson();
  await page.goto("/home");
  await page.getByRole("button", { name: "Connect Wallet" }).waitFor();
  await page.clock.install();
  await page.route("**/assets/faqs-*.js", () => undefined);
  await page.getByRole("link", { name: "FAQ's" }).click();
  await page.getByText("Loading", { exact: true }).waitFor({ state: "attached" });
  // The clock runs on by itself, too, and a busy machine may lose some seconds.
  await page.clock.fastForward(110_000);
  expect(await page.getByText("Loading chunk faqs failed").count()).toBe(0);
  await page.clock.fastForward(10_000);
  await page.getByText("Loading chunk faqs failed").waitFor();
  errors.splice(0);
});
