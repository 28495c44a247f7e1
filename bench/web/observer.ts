import type { Page } from "playwright-core";

/** A page that shows no sign of anything for so many milliseconds is at rest. */
export const REST = 1_500;
/** What a page writes on its console when it first is. */
export const AT_REST = "at rest";

/** What a page's own clock saw, in milliseconds since navigation began. */
export interface Observed {
  firstPaint: number;
  largestPaint: number;
  /** What was the largest thing painted. */
  largest: string;
  /** Tasks longer than 50 ms. */
  longTasks: { start: number; duration: number }[];
  /** Shifts that no press explains, and what moved. */
  shifts: { value: number; moved: string }[];
  /** When anything was last painted, moved, run for long or fetched. */
  lastSign: number;
}

declare global {
  interface Window {
    observed: Observed;
  }
  // Not yet in TypeScript's own types of the browser.
  interface PerformanceEntry {
    element?: Element | null;
    value?: number;
    hadRecentInput?: boolean;
    sources?: { node: Node | null }[];
  }
}

/** Has a page note, from its beginning, what it paints, moves and computes: `window.observed`. */
export async function observePage(page: Page): Promise<void> {
  await page.addInitScript(observe, { rest: REST, atRest: AT_REST });
}

/** Runs in the page before anything else. */
function observe({ rest, atRest }: { rest: number; atRest: string }): void {
  const observed: Observed = {
    firstPaint: 0,
    largestPaint: 0,
    largest: "",
    longTasks: [],
    shifts: [],
    lastSign: 0,
  };
  window.observed = observed;
  const nameOf = (node: Node | null | undefined) =>
    node instanceof Element
      ? `<${node.localName} class="${node.getAttribute("class") ?? ""}"> ${node.textContent?.slice(0, 40)}`
      : (node?.textContent?.slice(0, 40) ?? "something gone");
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
  watch("largest-contentful-paint", ({ startTime, element }) => {
    observed.largestPaint = startTime;
    observed.largest = nameOf(element);
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
