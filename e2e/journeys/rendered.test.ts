import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { alice } from "../../apps/devnet/accounts.ts";
import { untilAwake } from "../stack/browser.ts";
import { openAsleep, untilRendered } from "../stack/rendered.ts";
import { setStage } from "../stack/stage.ts";

const stage = setStage();
const profile = `/profile/${alice.address}`;

/** What the service answers rendered, and something that is there to read. */
const pages: [path: string, words: string][] = [
  ["/", "Endorsements you keep."],
  ["/home", "№"],
  [profile, "The mural on Fifth"],
  ["/org/1", "Representatives"],
  ["/directory", "carol.btc"],
  ["/faqs", "Do I need a BNS name?"],
  ["/contact", "a person will read it"],
];

/** In whole pixels. */
async function placeOf(locator: Locator) {
  const box = await locator.boundingBox();
  return box === null ? null : [box.x, box.y, box.width, box.height].map(Math.round);
}

const apiCalls = (page: Page) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith("/api/") && pathname !== "/api/stream") asked.push(pathname + search);
  });
  return asked;
};

test("what strangers arrive at can be read without any script", async () => {
  const { page } = await stage.enter({ javaScriptEnabled: false });
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
  { width: 820, colorScheme: "light" },
  { width: 1440, colorScheme: "light" },
  { width: 1440, colorScheme: "dark" },
] as const)(
  "a rendered page comes alive as it stands, and asks nothing again, at $width px, $colorScheme",
  async (look) => {
    const { page } = await stage.enter(look);
    const asked = apiCalls(page);
    for (const [path, words] of pages) {
      const letThrough = await openAsleep(page, path);
      const shown = page.getByText(words).filter({ visible: true }).first();
      await shown.waitFor();
      const before = await placeOf(shown);
      const element = await shown.elementHandle();
      await letThrough();
      expect(await element?.evaluate((one) => one.isConnected), `${path} is not replaced`).toBe(
        true,
      );
      expect(await placeOf(shown), `${path} does not move`).toEqual(before);
    }
    // The landing's tests of what it asks are its own; the stream is open on all others.
    expect(asked).toEqual([]);
  },
);

test("what has changed since the page was made is asked for once the page hears of it", async () => {
  const { page } = await stage.enter();
  // As if the service had made the page before something changed.
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      const answers = document.getElementById("answers");
      const text = answers?.textContent ?? "";
      if (answers === null || !text.endsWith("}")) return;
      watch.disconnect();
      const carried = JSON.parse(text);
      carried.tag = 'W/"older"';
      carried.answers[0].result.statement = "Words that were changed meanwhile.";
      answers.textContent = JSON.stringify(carried);
      const words = [...document.querySelectorAll("main header p")].find((one) =>
        one.className.includes("measure"),
      );
      if (words) words.textContent = "Words that were changed meanwhile.";
    });
    watch.observe(document, { childList: true, subtree: true });
  });
  const asked = apiCalls(page);
  await untilRendered(page, profile);
  await page.goto(profile);
  await expect.poll(() => asked).toEqual([`/api/column?principal=${alice.address}`]);
  await page.getByText("Words that were changed meanwhile.").waitFor({ state: "detached" });
});

test("a page out of the browser's history asks anew", async () => {
  const { page } = await stage.enter();
  await page.goto(profile);
  await page.goto("/docs");
  const asked = apiCalls(page);
  await page.goBack();
  await untilAwake(page);
  await page.getByRole("heading", { level: 1, name: "alice.btc" }).waitFor();
  // Whether the browser kept the page as it was, or made it again: it is not shown without asking.
  await expect.poll(() => asked).toContain(`/api/column?principal=${alice.address}`);
});

test("an image that failed before anybody listened gives way to a drawing", async () => {
  const { page, excused } = await stage.enter();
  await page.route("**/ipfs/**", (route) => {
    excused.push(new URL(route.request().url()).pathname);
    return route.fulfill({ status: 404 });
  });
  const letThrough = await openAsleep(page, "/home");
  const picture = page.getByRole("article").first().locator("img").first();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBe(0);
  await letThrough();
  await page.getByRole("article").first().locator("img").first().waitFor({ state: "detached" });
  expect(await page.getByRole("article").first().locator("svg path").count()).toBeGreaterThan(1);
});

test("a page comes alive as it stands whatever others have added to its address", async () => {
  const { page } = await stage.enter();
  const letThrough = await openAsleep(page, "/home?utm_source=x");
  const card = page.getByRole("article").first();
  const element = await card.elementHandle();
  await letThrough();
  expect(await element?.evaluate((one) => one.isConnected)).toBe(true);
});

test("an endorsement that the address opens is opened once the page is alive", async () => {
  const { page } = await stage.enter();
  const letThrough = await openAsleep(page, "/home?endorsement=1");
  await page.getByRole("article").first().waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
  await letThrough();
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.waitForURL("**/home");
});

test("a page that came plain says when its code did not come, too", async () => {
  const { page, errors } = await stage.enter();
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
