import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { alice, bob } from "../../apps/devnet/accounts.ts";
import { connect } from "../actions/wallet.ts";
import { openAsleep } from "../stack/rendered.ts";
import { setStage } from "../stack/stage.ts";

const stage = setStage();

/** What the service answers rendered with bars, and something that is there to read. */
const pages: [path: string, words: string][] = [
  ["/home", "№"],
  [`/profile/${alice.address}`, "The mural on Fifth"],
  ["/org/1", "Representatives"],
  ["/directory", "carol.btc"],
  ["/faqs", "Do I need a BNS name?"],
  ["/contact", "Send"],
];

test("whoever is connected is never shown what strangers are", async () => {
  const { page } = await stage.enter();
  await page.goto("/faqs");
  await connect(page, "dan");
  for (const [path, words] of pages) {
    const letThrough = await openAsleep(page, path);
    await page.getByText(words).filter({ visible: true }).first().waitFor();
    const connecting = page.getByText("Connect Wallet").filter({ visible: true });
    expect(await connecting.count(), path).toBe(0);
    await letThrough();
    await page.getByRole("button", { name: "dan.btc, menu" }).waitFor();
    expect(await connecting.count(), path).toBe(0);
  }
  const letThrough = await openAsleep(page, "/directory");
  await page.getByText("carol.btc").filter({ visible: true }).first().waitFor();
  expect(await page.getByRole("article", { name: "dan.btc" }).count()).toBe(0);
  await letThrough();
  expect(await page.getByRole("article", { name: "dan.btc" }).count()).toBe(0);
});

test("one's own profile is shown as one's own, and never as a stranger's", async () => {
  const { page } = await stage.enter();
  await page.goto("/faqs");
  await connect(page, "bob");
  const letThrough = await openAsleep(page, `/profile/${bob.address}`);
  const name = page.locator("h1", { hasText: "bob.btc" });
  await name.waitFor({ state: "attached" });
  expect(await name.isVisible()).toBe(false);
  await letThrough();
  await page.getByText("MY PROFILE", { exact: true }).waitFor();
});

test.each([
  // Who represents an organization, and who is its admin.
  ...[390, 820, 1024, 1440].map((width) => ({ width, account: "bob" })),
  ...[390, 1440].map((width) => ({ width, account: "clarityuniverse" })),
])(
  "nothing moves while a page comes to know $account, at $width px",
  async ({ width, account }) => {
    const { page } = await stage.enter({ width });
    await page.goto("/faqs");
    await connect(page, account);
    for (const [path] of pages) {
      const letThrough = await openAsleep(page, path);
      const before = await notePlaces(page);
      await letThrough();
      await page.getByRole("button", { name: `${account}.btc, menu` }).waitFor();
      expect(await before.movedSince(), path).toEqual([]);
    }
  },
);

test("an organization's admin is not shown what strangers are told of its representatives", async () => {
  const { page } = await stage.enter();
  await page.goto("/faqs");
  await connect(page, "clarityuniverse");
  const letThrough = await openAsleep(page, "/org/1");
  const heading = page.getByRole("heading", { name: "Representatives", includeHidden: true });
  await heading.waitFor({ state: "attached" });
  expect(await heading.isVisible()).toBe(false);
  await letThrough();
  await page.getByText("You are its admin: you say who they are.").waitFor();
});

/** Notes where everything stands that the window shows, once it stands in its own faces. */
async function notePlaces(page: Page) {
  await page.locator("html:not([data-fonts])").waitFor({ state: "attached" });
  await page.evaluate(() => document.fonts.ready);
  const noted = await page.evaluateHandle(() => {
    const everything = document.querySelectorAll<HTMLElement>("#root :is(h1,h2,p,a,button,img,li)");
    return [...everything]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .map((element) => ({ element, place: element.getBoundingClientRect().toJSON() }))
      .filter(({ place }) => place.y < innerHeight);
  });
  expect(await noted.evaluate((places) => places.length)).toBeGreaterThan(10);
  return {
    /** What of it stands somewhere else now. */
    movedSince: () =>
      noted.evaluate((places) =>
        places
          .filter(({ element }) => element.checkVisibility({ visibilityProperty: true }))
          .map(({ element, place }) => ({ element, place, now: element.getBoundingClientRect() }))
          .filter(({ place, now }) => Math.hypot(place.x - now.x, place.y - now.y) >= 1)
          .map(({ element }) => `${element.localName} ${element.textContent}`),
      ),
  };
}
