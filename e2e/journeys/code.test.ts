import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { axeFindings } from "../stack/accessibility.ts";
import { setStage } from "../stack/stage.ts";

const stage = setStage();

/** Keeps a part of the app's code from arriving, until the returned function lets it through. */
async function withhold(page: Page, chunk: string) {
  const files = `**/assets/${chunk}-*.js`;
  await page.route(files, (route) => route.abort());
  return () => page.unroute(files);
}

test("a page whose code did not come says so, and comes when it is tried again", async () => {
  const { page, errors } = await stage.enter();
  await page.goto("/home");
  const letThrough = await withhold(page, "faqs");
  await page.getByRole("link", { name: "FAQ's" }).click();
  await page.getByRole("heading", { name: "Unexpected Application Error!" }).waitFor();
  await page.getByText("Loading chunk faqs failed").waitFor();
  expect(await page.title()).toContain("Unexpected Application Error!");
  expect(await axeFindings(page)).toEqual([]);

  await letThrough();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "FAQ's", level: 1 }).waitFor();
  expect(errors.splice(0).some((error) => error.includes("Loading chunk faqs failed"))).toBe(true);
});

test("without a dialog's code the page stands, and the dialog can be had again", async () => {
  const { page, errors } = await stage.enter();
  const letThrough = await withhold(page, "endorsement-dialog");
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

test("without the menu's code the page stands, and the menu can be had again", async () => {
  const { page, errors } = await stage.enter();
  const letThrough = await withhold(page, "bars");
  await page.goto("/faqs");
  await page.getByRole("heading", { name: "FAQ's", level: 1 }).waitFor();
  await page.getByText("The menu could not be loaded.").waitFor();
  await letThrough();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("button", { name: "Connect Wallet" }).waitFor();
  expect(errors.splice(0)).not.toEqual([]);
});

test("code that does not come within two minutes has failed", async () => {
  const { page, errors } = await stage.enter();
  await page.goto("/home");
  await page.getByRole("button", { name: "Connect Wallet" }).waitFor();
  await page.clock.install();
  await page.route("**/assets/faqs-*.js", () => undefined);
  await page.getByRole("link", { name: "FAQ's" }).click();
  await page.getByText("Loading", { exact: true }).waitFor({ state: "attached" });
  await page.clock.fastForward(119_000);
  expect(await page.getByText("Loading chunk faqs failed").count()).toBe(0);
  await page.clock.fastForward(1_000);
  await page.getByText("Loading chunk faqs failed").waitFor();
  errors.splice(0);
});
