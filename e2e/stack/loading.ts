import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { look, settle } from "./look.ts";
import { button, fail, hold, isHeaded, runUntil, type setScreens } from "./screens.ts";

interface Loading {
  path: string;
  /** Who is connected; nobody unless said. */
  account?: string;
  /** The path of the API call that the page cannot do without. */
  call: string;
  /** Of the pictures' files, before `-loading` and `-failed`. */
  name: string;
  /** What stands there meanwhile. */
  outline: (page: Page) => Locator;
  /** The heading of what is said instead. */
  failure: string;
  /** What is there in the end. */
  content: (page: Page) => Locator;
}

/** Looks at a page while it loads, and when it could not be loaded: tried again, it is there. */
export async function lookAtLoading(
  screens: ReturnType<typeof setScreens>,
  { path, account, call, name, outline, failure, content }: Loading,
): Promise<void> {
  const waiting = await screens.prepare(account);
  const release = await hold(waiting, call);
  await waiting.page.goto(path);
  await outline(waiting.page).waitFor();
  await look(waiting.page, `${name}-loading`);
  // The window has its size back: what that moved is none of the data's doing.
  await settle(waiting.page);
  const places = await placesOf(waiting.page);
  const shift = await watchShifts(waiting.page);
  await release();
  await content(waiting.page).waitFor();
  const kept = (await placesOf(waiting.page)).filter(({ name }) => hasName(places, name));
  expect(kept, `${name}: what is there already stays where it is`).toEqual(
    places.filter(({ name }) => hasName(kept, name)),
  );
  expect(await shift(), `${name}: nothing is pushed about`).toBeLessThan(0.01);

  const failing = await screens.prepare(account);
  const { page } = failing;
  const mend = await fail(failing, call);
  await page.goto(path);
  await runUntil(page, button(page, "Try again"));
  await isHeaded(page, failure);
  await look(page, `${name}-failed`);
  await mend();
  await button(page, "Try again").click();
  await content(page).waitFor();
}

interface Place {
  name: string;
  x: number;
  y: number;
}

/** Where the page's headings stand. */
function placesOf(page: Page): Promise<Place[]> {
  return page
    .getByRole("main")
    .getByRole("heading")
    .evaluateAll((headings) =>
      headings.flatMap((heading) => {
        const { x, y, width } = heading.getBoundingClientRect();
        const name = heading.textContent;
        return width <= 1 ? [] : [{ name, x: Math.round(x), y: Math.round(y) }];
      }),
    );
}

const hasName = (places: Place[], name: string) => places.some((place) => place.name === name);

/**
 * Sums what the browser counts as layout shifts from now on, those too that it forgives because the window
 * changed its size half a second ago: nobody touches the page meanwhile.
 */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  const watch = await page.evaluateHandle(() => {
    let sum = 0;
    const count = (entries: PerformanceEntryList) => {
      for (const entry of entries) {
        if ("value" in entry && typeof entry.value === "number") sum += entry.value;
      }
    };
    const observer = new PerformanceObserver((list) => count(list.getEntries()));
    observer.observe({ type: "layout-shift" });
    return () => {
      count(observer.takeRecords());
      return sum;
    };
  });
  return async () => {
    await settle(page);
    return watch.evaluate((read) => read());
  };
}
