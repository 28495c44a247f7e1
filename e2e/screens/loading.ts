import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { look, settle } from "../stack/look.ts";
import { button, fail, hold, isHeaded, type setUpScreens } from "./screens.ts";

interface Loading {
  path: string;
  /** The connected account. By default no wallet is connected. */
  account?: string;
  /** The path of the API call that the page needs. */
  call: string;
  /** The name of the pictures' files, before `-loading` and `-failed`. */
  name: string;
  /** What the page shows while it loads. */
  skeleton: (page: Page) => Locator;
  /** The heading when loading fails. */
  failure: string;
  /** What the page shows when it has loaded. */
  content: (page: Page) => Locator;
}

/** Looks at a page while it loads and after loading fails. Then expects that "Try again" loads it. */
export async function lookAtLoading(
  screens: ReturnType<typeof setUpScreens>,
  { path, account, call, name, skeleton, failure, content }: Loading,
): Promise<void> {
  const person = await screens.prepare(account);
  const { page } = person;
  const release = await hold(person, call);
  await page.goto(path);
  await skeleton(page).waitFor();
  await look(page, `${name}-loading`);
  // `look` resized the window. Shifts from that must not count.
  await settle(page);
  const places = await placesOf(page);
  const shift = await watchShifts(page);
  await release();
  await content(page).waitFor();
  const kept = (await placesOf(page)).filter(({ name }) => hasName(places, name));
  expect(kept, `${name}: headings stay in place`).toEqual(
    places.filter(({ name }) => hasName(kept, name)),
  );
  expect(await shift(), `${name}: nothing shifts`).toBeLessThan(0.01);

  const mend = await fail(person, call);
  await page.goto(path);
  await button(page, "Try again").waitFor();
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

/** Reads the positions of the page's headings. */
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

/** Sums the layout shifts from now on, also those of the half second after a resize, which browsers excuse. */
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
