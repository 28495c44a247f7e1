import { createClient } from "@colonnade/domain/http/client.ts";
import type { Locator, Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { alice } from "../../apps/devnet/accounts.ts";
import { setUpBrowser } from "../stack/browser.ts";
import { openUnhydrated, untilHydrated, untilRendered } from "../stack/hydration.ts";

const browser = setUpBrowser({ hasEmptyCache: true });
const profile = `/profile/${alice.address}`;

/** Pages that the service renders, and a text on each. */
const pages: [path: string, words: string][] = [
  ["/", "Endorsements you keep."],
  ["/home", "№"],
  [profile, "The mural on Fifth"],
  ["/org/1", "Representatives"],
  ["/directory", "carol.btc"],
  ["/faqs", "Do I need a BNS name?"],
  ["/contact", "a person will read it"],
];

/** Rounded to whole pixels. */
async function placeOf(locator: Locator) {
  const box = await locator.boundingBox();
  return box === null ? null : [box.x, box.y, box.width, box.height].map(Math.round);
}

/** Every page opens the stream, and asks once for the status when the browser is idle. */
const ofEveryPage = ["/api/stream", "/api/status"];

const apiCalls = (page: Page) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    const isOwn = pathname.startsWith("/api/") && !ofEveryPage.includes(pathname);
    if (isOwn) asked.push(pathname + search);
  });
  return asked;
};

test("shows public pages without scripts", async () => {
  const { page } = await browser.newPerson({ javaScriptEnabled: false });
  for (const [path, words] of pages) {
    await untilRendered(page, path);
    await page.goto(path);
    await page.getByText(words).filter({ visible: true }).first().waitFor();
    await page.locator("body > noscript p").waitFor();
  }
  await page.goto("/directory");
  const alices = page.getByRole("article", { name: "alice.btc" });
  await alices.getByRole("link", { name: "View Profile" }).click();
  await page.getByRole("heading", { level: 1, name: "alice.btc" }).waitFor();
});

test.each([
  { width: 390, colorScheme: "dark" },
  { width: 1440, colorScheme: "light" },
] as const)(
  "hydrates a rendered page without a change or a repeated request, at $width px, $colorScheme",
  async (look) => {
    const { page } = await browser.newPerson(look);
    const asked = apiCalls(page);
    for (const [path, words] of pages) {
      const letThrough = await openUnhydrated(page, path);
      const shown = page.getByText(words).filter({ visible: true }).first();
      await shown.waitFor();
      // A font's letters are not exactly as wide as those of its fallback.
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      const before = await placeOf(shown);
      const element = await shown.elementHandle();
      await letThrough();
      expect(await element?.evaluate((one) => one.isConnected), `${path} is not replaced`).toBe(
        true,
      );
      expect(await placeOf(shown), `${path} does not move`).toEqual(before);
    }
    // Other tests cover the landing's requests.
    expect(asked).toEqual([]);
  },
);

test("reads what changed since the page was rendered", async () => {
  const { page } = await browser.newPerson();
  // As if something had changed after the service rendered the page.
  const older = "Words that were changed meanwhile.";
  const api = createClient({ origin: inject("origin") });
  const { statement } = await api("getProfile", { query: { principal: alice.address } });
  await page.route(`**${profile}`, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const changed = html.replaceAll(statement ?? "", older);
    await route.fulfill({ response, body: changed.replace(/"tag":"[^,]+"/, '"tag":"older"') });
  });
  const asked = apiCalls(page);
  await untilRendered(page, profile);
  await page.goto(profile);
  await expect.poll(() => asked).toEqual([`/api/column?principal=${alice.address}`]);
  await page.getByText(older).waitFor({ state: "detached" });
});

test("reads again on going back to a page", async () => {
  const { page } = await browser.newPerson();
  await page.goto(profile);
  await page.goto("/docs");
  const asked = apiCalls(page);
  await page.goBack();
  await untilHydrated(page);
  await page.getByRole("heading", { level: 1, name: "alice.btc" }).waitFor();
  // Whether the page comes from the browser's cache or is loaded again, it asks before it shows anything.
  await expect.poll(() => asked).toContain(`/api/column?principal=${alice.address}`);
});

test("draws a placeholder for an image that failed before hydration", async () => {
  const { page, excused } = await browser.newPerson();
  await page.route("**/ipfs/**", (route) => {
    excused.push(new URL(route.request().url()).pathname);
    return route.fulfill({ status: 404 });
  });
  const letThrough = await openUnhydrated(page, "/home");
  const picture = page.getByRole("article").first().locator("img").first();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBe(0);
  await letThrough();
  await page.getByRole("article").first().locator("img").first().waitFor({ state: "detached" });
  await page.getByRole("article").first().locator("svg path").nth(1).waitFor({ state: "attached" });
});

test("hydrates a page unchanged with any query", async () => {
  const { page } = await browser.newPerson();
  const letThrough = await openUnhydrated(page, "/home?utm_source=x");
  const card = page.getByRole("article").first();
  const element = await card.elementHandle();
  await letThrough();
  expect(await element?.evaluate((one) => one.isConnected)).toBe(true);
});

test("opens the endorsement in the address after hydration", async () => {
  const { page } = await browser.newPerson();
  const letThrough = await openUnhydrated(page, "/home?endorsement=1");
  await page.getByRole("article").first().waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
  await letThrough();
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.waitForURL("**/home");
});

test("shows an error on a plain page, too, when its code fails to load", async () => {
  const { page, errors } = await browser.newPerson();
  const code = "**/assets/index-*.js";
  await page.route(code, (route) => route.abort());
  await page.goto("/events");
  const alert = page
    .getByRole("alert")
    .filter({ hasText: "The code of this page did not arrive." });
  await alert.waitFor();
  await page.unroute(code);
  await alert.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { level: 1, name: "MY EVENTS" }).waitFor();
  expect(await alert.count()).toBe(0);
  errors.splice(0);
});
