import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import { AT_REST, type Observed, observePage, REST } from "./observer.ts";

/** A phone as wide as Lighthouse's. */
export const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 };
export const desk = { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 };

/** What is meant by slow 4G: 1.6 Mbit/s down, 750 kbit/s up, 150 ms there and back. */
export const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const CPU_SLOWDOWN = 4;
const PATIENCE = 120_000;

/** What one page did, until it was at rest. */
export interface Visit {
  /** Milliseconds until the largest thing was painted. */
  largestPaint: number;
  largest: string;
  /** Milliseconds by which tasks after the first paint exceed 50 ms each. */
  blocked: number;
  /** All shifts that no press explains: stricter than the usual score, which takes the worst five seconds. */
  shifted: number;
  moved: string[];
}

interface Speed {
  processor?: boolean;
}

/** A visitor with nothing cached, on slow 4G. */
export async function enter(
  browser: Browser,
  look: typeof phone,
  { processor = false }: Speed = {},
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext(look);
  const page = await context.newPage();
  const session: CDPSession = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", slow4g);
  if (processor) await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  await observePage(page);
  return { page, context };
}

/** A first visit on a slow phone. */
export async function visit(browser: Browser, url: string): Promise<Visit> {
  const { page, context } = await enter(browser, phone, { processor: true });
  try {
    // The page says it itself: to be asked, it would have to run what asks, and that blocks it like its own code.
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

/** Waits until nothing happens on the page any more, and says what did. */
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
    largest: observed.largest,
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
