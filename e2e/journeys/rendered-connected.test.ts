import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { alice, bob } from "../../apps/devnet/accounts.ts";
import { connect } from "../actions/wallet.ts";
import { setUpBrowser } from "../stack/browser.ts";
import { openUnhydrated } from "../stack/hydration.ts";

const browser = setUpBrowser();

/** Pages that the service renders with bars. */
const everyPath = [
  "/home",
  `/profile/${alice.address}`,
  "/org/1",
  "/directory",
  "/faqs",
  "/contact",
];

test("never shows a connected viewer their own card in the directory", async () => {
  const { page } = await browser.newPerson();
  await page.goto("/faqs");
  await connect(page, "dan");
  const letThrough = await openUnhydrated(page, "/directory");
  await page.getByText("carol.btc").filter({ visible: true }).first().waitFor();
  expect(await page.getByRole("article", { name: "dan.btc" }).count()).toBe(0);
  await letThrough();
  expect(await page.getByRole("article", { name: "dan.btc" }).count()).toBe(0);
});

test("hides the viewer's own profile until it shows as their own", async () => {
  const { page } = await browser.newPerson();
  await page.goto("/faqs");
  await connect(page, "bob");
  const letThrough = await openUnhydrated(page, `/profile/${bob.address}`);
  const name = page.locator("h1", { hasText: "bob.btc" });
  await name.waitFor({ state: "attached" });
  expect(await name.isVisible()).toBe(false);
  await letThrough();
  await page.getByText("MY PROFILE", { exact: true }).waitFor();
});

test.each([
  { account: "bob", width: 390, paths: everyPath },
  { account: "bob", width: 1440, paths: everyPath },
  // At these widths only the header has other parts, and the lists have other columns.
  { account: "bob", width: 820, paths: ["/home", "/directory"] },
  { account: "bob", width: 1024, paths: ["/home", "/directory"] },
  // A long name. An organization's page has other parts for its admin.
  { account: "clarityuniverse", width: 390, paths: ["/org/1"] },
  { account: "clarityuniverse", width: 1440, paths: ["/org/1"] },
])(
  "moves nothing and asks nobody to connect when a page learns that $account is connected, at $width px",
  async ({ width, account, paths }) => {
    const { page } = await browser.newPerson({ width });
    await page.goto("/faqs");
    await connect(page, account);
    const connecting = page.getByText("Connect Wallet").filter({ visible: true });
    for (const path of paths) {
      const letThrough = await openUnhydrated(page, path);
      const before = await recordPlaces(page);
      expect(await connecting.count(), path).toBe(0);
      await letThrough();
      await page.getByRole("button", { name: `${account}.btc, menu` }).waitFor();
      expect(await before.movedSince(), path).toEqual([]);
      expect(await connecting.count(), path).toBe(0);
    }
  },
);

test("never shows an admin the public list of representatives", async () => {
  const { page } = await browser.newPerson();
  await page.goto("/faqs");
  await connect(page, "clarityuniverse");
  const letThrough = await openUnhydrated(page, "/org/1");
  const heading = page.getByRole("heading", { name: "Representatives", includeHidden: true });
  await heading.waitFor({ state: "attached" });
  expect(await heading.isVisible()).toBe(false);
  await letThrough();
  await page.getByText("You are its admin: you decide who they are.").waitFor();
});

/** Records the place of everything in the window, once the fonts are there. */
async function recordPlaces(page: Page) {
  await page.locator("html:not([data-fonts])").waitFor({ state: "attached" });
  await page.evaluate(() => document.fonts.ready);
  const recorded = await page.evaluateHandle(() => {
    const everything = document.querySelectorAll<HTMLElement>("#root :is(h1,h2,p,a,button,img,li)");
    return [...everything]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .map((element) => ({ element, place: element.getBoundingClientRect().toJSON() }))
      .filter(({ place }) => place.y < innerHeight);
  });
  expect(await recorded.evaluate((places) => places.length)).toBeGreaterThan(10);
  return {
    /** What has moved since. */
    movedSince: () =>
      recorded.evaluate((places) =>
        places
          .filter(({ element }) => element.checkVisibility({ visibilityProperty: true }))
          .map(({ element, place }) => ({ element, place, now: element.getBoundingClientRect() }))
          .filter(({ place, now }) => Math.hypot(place.x - now.x, place.y - now.y) >= 1)
          .map(({ element }) => `${element.localName} ${element.textContent}`),
      ),
  };
}
