import { get } from "node:http";
import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";

/** A phone as wide as Lighthouse's. */
export const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 };
export const desk = { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 };

/** Slow 4G: 1.6 Mbit/s down, 750 kbit/s up, a round trip of 150 ms. */
export const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const CPU_SLOWDOWN = 4;
const PATIENCE = 120_000;

/** What a page did until it was idle. */
export interface Visit {
  /** Milliseconds until the largest contentful paint. */
  largestPaint: number;
  /** Milliseconds by which tasks after the first paint exceed 50 ms each. */
  blocked: number;
  /** The sum of all shifts without user input. The usual score counts only the worst five seconds. */
  shifted: number;
  moved: string[];
}

/** Opens an empty page with an empty cache, on slow 4G. @param isSlow whether the processor is slow, too */
export async function enter(
  browser: Browser,
  look: typeof phone,
  isSlow = false,
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext(look);
  const page = await context.newPage();
  const session: CDPSession = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", slow4g);
  if (isSlow) await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  await observePage(page);
  return { page, context };
}

/** Visits a page for the first time, on a slow phone. */
export async function visit(browser: Browser, url: string): Promise<Visit> {
  const { page, context } = await enter(browser, phone, true);
  try {
    // The page reports by itself. Asking it from outside would run code in it and block it.
    const rest = page.waitForEvent("console", {
      predicate: (message) => message.text() === AT_REST,
      timeout: PATIENCE,
    });
    await page.goto(url, { waitUntil: "load" });
    await rest;
    return await readObserved(page);
  } finally {
    await context.close();
  }
}

/** Waits until the page is idle. @returns what happened before */
export async function untilRest(page: Page): Promise<Visit> {
  await page.waitForFunction((rest) => performance.now() - window.observed.lastSign > rest, REST, {
    polling: 250,
    timeout: PATIENCE,
  });
  return await readObserved(page);
}

async function readObserved(page: Page): Promise<Visit> {
  const observed = await page.evaluate(() => window.observed);
  return {
    largestPaint: observed.largestPaint,
    blocked: blockedTime(observed),
    shifted: observed.shifts.reduce((sum, { value }) => sum + value, 0),
    moved: observed.shifts.map(({ moved }) => moved),
  };
}

function blockedTime({ longTasks, firstPaint }: Observed): number {
  return longTasks.reduce((sum, { start, duration }) => {
    const after = Math.min(duration, start + duration - firstPaint);
    return sum + Math.max(0, after - 50);
  }, 0);
}

/** A page is idle when nothing happens for this many milliseconds. */
const REST = 1_500;
/** A page logs this when it is idle for the first time. */
const AT_REST = "at rest";

/** What the page observed, in milliseconds since navigation began. */
interface Observed {
  firstPaint: number;
  largestPaint: number;
  /** Tasks longer than 50 ms. */
  longTasks: { start: number; duration: number }[];
  /** Shifts without user input, and the elements that moved. */
  shifts: { value: number; moved: string }[];
  /** The time of the last paint, shift, long task or fetch. */
  lastSign: number;
}

declare global {
  interface Window {
    observed: Observed;
  }
  // Missing in TypeScript's types of the browser.
  interface PerformanceEntry {
    value?: number;
    hadRecentInput?: boolean;
    sources?: { node: Node | null }[];
  }
}

/** Makes a page record paints, shifts and long tasks from its start, in `window.observed`. */
export async function observePage(page: Page): Promise<void> {
  await page.addInitScript(observe, { rest: REST, atRest: AT_REST });
}

/** Runs in the page before anything else. */
function observe({ rest, atRest }: { rest: number; atRest: string }): void {
  const observed: Observed = {
    firstPaint: 0,
    largestPaint: 0,
    longTasks: [],
    shifts: [],
    lastSign: 0,
  };
  window.observed = observed;
  const nameOf = (node: Node | null | undefined) =>
    node instanceof Element
      ? `<${node.localName} class="${node.getAttribute("class") ?? ""}"> ${node.textContent?.slice(0, 40)}`
      : (node?.textContent?.slice(0, 40) ?? "a removed element");
  const watch = (type: string, read: (entry: PerformanceEntry) => void) => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        observed.lastSign = Math.max(observed.lastSign, entry.startTime + entry.duration);
        read(entry);
      }
    }).observe({ type, buffered: true });
  };
  watch("paint", ({ name, startTime }) => {
    if (name === "first-contentful-paint") observed.firstPaint = startTime;
  });
  watch("largest-contentful-paint", ({ startTime }) => {
    observed.largestPaint = startTime;
  });
  watch("longtask", ({ startTime, duration }) => {
    observed.longTasks.push({ start: startTime, duration });
  });
  watch("layout-shift", ({ value = 0, sources = [], hadRecentInput = false }) => {
    if (hadRecentInput) return;
    observed.shifts.push({ value, moved: sources.map(({ node }) => nameOf(node)).join("; ") });
  });
  watch("resource", () => {});
  const asking = setInterval(() => {
    if (performance.now() - observed.lastSign < rest) return;
    clearInterval(asking);
    console.debug(atRest);
  }, 250);
}

/** Compressed bytes of the scripts and styles that the plain page names. A rendered page has its styles inside. */
export async function measureEntry(origin: string): Promise<number> {
  const page = await (await fetch(`${origin}/`, { headers: { prefer: "return=minimal" } })).text();
  const named = [
    ...page.matchAll(/<script\b[^>]*\bsrc="([^"]+)"/g),
    ...page.matchAll(/<link\b[^>]*\brel="(?:stylesheet|modulepreload)"[^>]*\bhref="([^"]+)"/g),
  ];
  if (named.length < 2) throw new Error("The first page names no scripts or styles");
  const sizes = await Promise.all(named.map(([, path = ""]) => bodySize(`${origin}${path}`)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Compressed bytes of a body. `fetch` would decompress it. */
function bodySize(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { "accept-encoding": "br" } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`));
      let size = 0;
      response.on("data", (part: Buffer) => {
        size += part.length;
      });
      response.on("end", () => resolve(size));
    }).on("error", reject);
  });
}
