import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { alice } from "../../apps/devnet/accounts.ts";
import { measureEntry, observePage, slow4g } from "../../bench/web/visit.ts";
import { connect } from "../actions/wallet.ts";
import { type Person, type PersonOptions, setUpBrowser } from "../stack/browser.ts";
import { untilRendered } from "../stack/hydration.ts";

const browser = setUpBrowser({ hasEmptyCache: true });

/** A page, and a text that shows that it has loaded. */
const pages: [path: string, content: string][] = [
  ["/", "#contact form"],
  ["/home", "main article"],
  [`/profile/${alice.address}`, "main h1:has-text('alice')"],
];

/** This name occurs only in the wallet's library. */
const WALLET_CODE = "wbip_providers";

test("sends at most 100 kB of scripts and styles for the first page", async () => {
  expect(await measureEntry(inject("origin"))).toBeLessThanOrEqual(100_000);
});

test("loads wallet code on no page before a wallet is needed", async () => {
  const { page } = await browser.newPerson();
  const scripts = new Set<string>();
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.add(request.url());
  });
  const withWalletCode = async () => {
    const texts = await Promise.all([...scripts].map(async (url) => (await fetch(url)).text()));
    return texts.filter((text) => text.includes(WALLET_CODE)).length;
  };
  const others = ["/network", "/events", "/new-endorsement", "/create-profile"];
  for (const [path, content] of [...pages, ...others.map((path) => [path, "main h1"] as const)]) {
    await page.goto(path);
    await untilSettled(page, content);
  }
  expect(scripts.size).toBeGreaterThan(5);
  expect(await withWalletCode()).toBe(0);

  await page.getByRole("button", { name: "Connect Wallet" }).first().click();
  await expect.poll(withWalletCode).toBeGreaterThan(0);
});

test.each([
  [
    "/events",
    "main li",
    [
      `/api/column?principal=${alice.address}`,
      `/api/events?principal=${alice.address}&limit=30`,
      `/api/milestones?receiver=${alice.address}&approved=false&requests=false&limit=30`,
    ],
  ],
  ["/review", "main h1", [`/api/watcher?principal=${alice.address}`]],
])("asks once for the viewer's data on %s, while the code loads", async (path, content, calls) => {
  const person = await browser.newPerson();
  const { page } = person;
  await page.goto("/faqs");
  await connect(page, "alice");
  await slowDown(person);
  await page.goto(path);
  await untilSettled(page, content);
  // The browser lists a request once its response has come.
  for (const call of calls) {
    const find = async () => (await callsOf(page)).filter(({ name }) => name.endsWith(call));
    await expect.poll(find).toMatchObject([{ isPreloaded: true }]);
  }
});

interface Route {
  path: string;
  /** What shows that it has loaded. */
  content?: string;
  /** The data that it reads first. */
  calls?: string[];
}
const routes: Route[] = [
  { path: "/home", content: "main article", calls: ["/api/milestones?limit=30"] },
  { path: "/profile" },
  {
    path: `/profile/${alice.address}`,
    content: "main h1:has-text('alice')",
    calls: [`/api/column?principal=${alice.address}`],
  },
  { path: "/org/1", content: "main h1:has-text('.btc')", calls: ["/api/org?id=1"] },
  {
    path: "/directory",
    content: "text=View Profile",
    calls: ["/api/orgs?limit=30", "/api/columns?limit=30"],
  },
  { path: "/network" },
  { path: "/new-endorsement" },
  { path: "/create-profile" },
  { path: "/edit-profile" },
  {
    path: "/manage-endorsement/1",
    content: "main article",
    calls: ["/api/milestone?id=1"],
  },
  { path: "/edit-endorsement/1" },
  { path: "/events" },
  { path: "/create-org" },
  { path: "/review" },
  { path: "/faqs" },
  { path: "/contact" },
  { path: "/nowhere" },
];

test("requests all code of a plain page while the entry loads, and reads its data once meanwhile", async () => {
  await fewAtOnce(routes, async ({ path, content = "main h1", calls = [] }) => {
    const { page } = await enterSlowly();
    await page.setExtraHTTPHeaders({ prefer: "return=minimal" });
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url().replace(inject("origin"), "")));
    await page.goto(path);
    await untilSettled(page, content);
    const code = await codeOf(page);
    expect(code.asked.length, path).toBeGreaterThan(2);
    expect(code.late, path).toEqual([]);
    for (const call of calls) expect(asked.filter((url) => url === call)).toHaveLength(1);
    const late = (await callsOf(page)).filter(({ isLate }) => isLate);
    expect(late.filter(({ name }) => calls.some((call) => name.endsWith(call)))).toEqual([]);
  });
});

test("loads nothing beside the two fonts that the first paint waits for", async () => {
  const { page } = await browser.newPerson();
  await waitForFonts(page);
  for (const path of ["/home", "/", `/profile/${alice.address}`]) {
    await untilRendered(page, path);
    // What the page before asks for does not count.
    await page.goto("about:blank");
    const asked = new Set<string>();
    page.on("request", (request) => asked.add(new URL(request.url()).pathname));
    const fonts = "**/assets/*.woff2";
    const gate = Promise.withResolvers<void>();
    await page.route(fonts, async (route) => {
      await gate.promise;
      await route.continue();
    });
    const whileFontsWait = async () => {
      await page.waitForEvent("domcontentloaded");
      await expect.poll(() => [...asked].filter(isFont).length).toBe(2);
      // When the second font is asked for, everything the rendered page needs has been asked for.
      await page.evaluate(
        () => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))),
      );
      expect([...asked].filter((one) => !isFont(one)).sort()).toEqual(
        [path, "/first-paint.js"].sort(),
      );
      gate.resolve();
    };
    await Promise.all([page.goto(path), whileFontsWait()]);
    expect([...asked].some((one) => one.startsWith("/assets/index-"))).toBe(true);
    page.removeAllListeners("request");
    await page.unroute(fonts);
  }
});

test("fetches a font for other languages with the first letter that needs it", async () => {
  const { page } = await browser.newPerson();
  await page.goto("/home");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.getByRole("searchbox").fill("lodz");
  await page.getByRole("heading", { name: "No Search Result Found" }).waitFor();
  expect(asked.filter((url) => url.includes("latin-ext"))).toEqual([]);
  await page.getByRole("searchbox").fill("łódź");
  await expect
    .poll(() => asked.filter((url) => /instrument-sans-latin-ext-.*\.woff2$/.test(url)).length)
    .toBe(1);
});

const isFont = (path: string) => path.endsWith(".woff2");

test.each([390, 1440])(
  "shifts no layout while a page loads over slow 4G, at %i px",
  async (width) => {
    await fewAtOnce(pages, async ([path, content]) => {
      const { page } = await enterSlowly({ width });
      await waitForFonts(page);
      await observePage(page);
      await page.goto(path);
      await untilSettled(page, content);
      expect(await movedOn(page), path).toEqual([]);
      expect(await fontSecondsOf(page), path).toBeLessThan(FIRST_PAINT_WAITS);
    });
  },
);

test("shifts no layout while moving between pages and back", async () => {
  const { page } = await enterSlowly({ width: 1440 });
  await waitForFonts(page);
  await observePage(page);
  await page.goto("/");
  await untilSettled(page, "#contact form");
  for (const [name, content] of [
    ["Read endorsements", "main article"],
    ["Open the directory", "text=View Profile"],
    ["View Profile", "main h1:has-text('.btc')"],
    ["FAQ's", "main details, main [aria-expanded]"],
  ] as const) {
    await page.getByRole("link", { name }).first().click();
    await untilSettled(page, content);
    expect(await movedOn(page), `after a press on ${name}`).toEqual([]);
  }
  await page.goBack();
  await untilSettled(page, "main h1:has-text('.btc')");
  expect(await movedOn(page), "after going back").toEqual([]);
});

/** Opens a page on slow 4G. */
async function enterSlowly(options?: PersonOptions): Promise<Person> {
  const person = await browser.newPerson(options);
  await slowDown(person);
  return person;
}

async function slowDown({ page, context }: Person): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", slow4g);
}

/** Seconds that first-paint.js waits for fonts. */
const FIRST_PAINT_WAITS = 3;

/** Lets pages wait for their fonts without end: a busy machine may need longer for them than the network does. */
async function waitForFonts(page: Page): Promise<void> {
  await page.addInitScript((waits) => {
    const { setTimeout } = window;
    const later = (...[handler, delay]: Parameters<typeof setTimeout>) =>
      delay === waits ? 0 : setTimeout(handler, delay);
    Object.assign(window, { setTimeout: later });
  }, FIRST_PAINT_WAITS * 1000);
}

/** How long slow 4G takes for all fonts that a page has loaded. */
async function fontSecondsOf(page: Page): Promise<number> {
  const sizes = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .flatMap((one) => (one instanceof PerformanceResourceTiming ? one : []))
      .filter(({ name }) => name.endsWith(".woff2"))
      .map(({ encodedBodySize }) => encodedBodySize),
  );
  expect(sizes.length).toBeGreaterThan(0);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  return slow4g.latency / 1000 + bytes / slow4g.downloadThroughput;
}

/** Runs a function for each item, four at a time: on slow 4G they mostly wait. */
async function fewAtOnce<Item>(
  items: readonly Item[],
  task: (item: Item) => Promise<void>,
): Promise<void> {
  const left = [...items];
  const work = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await task(item);
  };
  await Promise.all(Array.from({ length: 4 }, work));
}

/** The page's requests to the service: whether each came after the entry, and whether before any code. */
function callsOf(page: Page): Promise<{ name: string; isLate: boolean; isPreloaded: boolean }[]> {
  return page.evaluate(() => {
    const requests = performance.getEntriesByType("resource");
    const entry = requests.find(({ name }) => /\/assets\/index-.*\.js$/.test(name));
    const arrived = (entry?.startTime ?? 0) + (entry?.duration ?? 0);
    return requests
      .filter(({ name }) => name.includes("/api/"))
      .map((request) => ({
        name: request.name,
        isLate: request.startTime > arrived,
        isPreloaded:
          request instanceof PerformanceResourceTiming && request.initiatorType === "link",
      }));
  });
}

/** The scripts that the page asked for, and those that it asked for only after the entry. Toasts come last. */
function codeOf(page: Page): Promise<{ asked: string[]; late: string[] }> {
  return page.evaluate(() => {
    const scripts = performance
      .getEntriesByType("resource")
      .filter(({ name }) => /\/assets\/(?!toast-container|updated-line).*\.js$/.test(name));
    const entry = scripts.find(({ name }) => /\/index-[^/]*$/.test(name));
    const arrived = (entry?.startTime ?? 0) + (entry?.duration ?? 0);
    const late = scripts.filter(({ startTime }) => startTime > arrived);
    return { asked: scripts.map(({ name }) => name), late: late.map(({ name }) => name) };
  });
}

/** Waits for the page's text, and for the images and fonts in view. */
async function untilSettled(page: Page, content: string): Promise<void> {
  await page.locator(content).first().waitFor();
  await page.waitForFunction(() => {
    const inView = [...document.images].filter(
      (image) => image.getBoundingClientRect().top < innerHeight,
    );
    return document.fonts.status === "loaded" && inView.every(({ complete }) => complete);
  });
}

async function movedOn(page: Page): Promise<string[]> {
  return page.evaluate(() => window.observed.shifts.map(({ moved }) => moved));
}
