import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { carol } from "../../apps/devnet/accounts.ts";
import type { Person } from "../stack/browser.ts";
import { look } from "../stack/look.ts";
import { isHeaded, setUpScreens } from "./screens.ts";

const screens = setUpScreens();

/** Makes every image of the page fail to load. */
async function breakImages({ page, excused }: Person): Promise<void> {
  await page.route("**", (route) => {
    if (route.request().resourceType() !== "image") return route.fallback();
    excused.push(new URL(route.request().url()).pathname);
    return route.fulfill({ status: 404 });
  });
}

/** Expects at least this many drawings, and no image, in a part of the page. */
async function expectDrawn(part: Locator, drawings: number): Promise<void> {
  const drawn = part.locator("svg:has(path[stroke])");
  await expect.poll(() => drawn.count()).toBeGreaterThanOrEqual(drawings);
  await expect.poll(() => part.locator("img").count()).toBe(0);
}

test("draws a placeholder for an image that does not load", async () => {
  const person = await screens.prepare();
  const { page } = person;
  await breakImages(person);
  const main = page.getByRole("main");

  await page.goto("/home");
  // The endorsement's image, and two people.
  await expectDrawn(main.getByRole("article").first(), 3);
  await look(page, "images-broken-feed");

  await page.goto(`/profile/${carol.address}`);
  await isHeaded(page, "carol.btc");
  // The background and the portrait.
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
