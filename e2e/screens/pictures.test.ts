import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { carol } from "../../apps/devnet/accounts.ts";
import type { Person } from "../stack/browser.ts";
import { look } from "../stack/look.ts";
import { isHeaded, setScreens } from "../stack/screens.ts";

const screens = setScreens();

/** Has every image of the page fail to load, as where its gateway is gone. */
async function breakImages({ page, excused }: Person): Promise<void> {
  await page.route("**", (route) => {
    if (route.request().resourceType() !== "image") return route.fallback();
    excused.push(new URL(route.request().url()).pathname);
    return route.fulfill({ status: 404 });
  });
}

/** In a part of the page, so many drawings stand where images would. */
async function expectDrawn(part: Locator, drawings: number): Promise<void> {
  await part.waitFor();
  await expect.poll(() => part.locator("img").count(), { timeout: 10_000 }).toBe(0);
  expect(await part.locator("svg:has(path[stroke])").count()).toBeGreaterThanOrEqual(drawings);
}

test("where an image does not load, a drawing stands in its place", async () => {
  const person = await screens.prepare();
  const { page } = person;
  await breakImages(person);
  const main = page.getByRole("main");

  await page.goto("/home");
  // Its picture, and two people.
  await expectDrawn(main.getByRole("article").first(), 3);
  await look(page, "images-broken-feed");

  await page.goto(`/profile/${carol.address}`);
  await isHeaded(page, "carol.btc");
  // The plate behind, and the portrait.
  await expectDrawn(main.locator("header"), 2);
  await look(page, "images-broken-profile");

  await page.goto("/org/1");
  await isHeaded(page, "clarityuniverse.btc");
  await expectDrawn(main.locator("header"), 2);
  await expectDrawn(main.getByRole("region", { name: "Representatives" }), 2);
  await look(page, "images-broken-organization");

  await page.goto("/directory");
  await expectDrawn(main.getByRole("article", { name: "clarityuniverse.btc" }).first(), 1);
  await expectDrawn(main.getByRole("article", { name: "alice.btc" }), 1);
});
