import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Makes `goto` and `reload` wait until the page is hydrated. */
export function waitForHydration(page: Page): void {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (...args) => {
    const response = await goto(...args);
    await untilHydrated(page);
    return response;
  };
  page.reload = async (...args) => {
    const response = await reload(...args);
    await untilHydrated(page);
    return response;
  };
}

/** Resolves when every part of the page is hydrated. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.locator("html:not(:has(#root[data-rendered]))").waitFor({ state: "attached" });
}

/** Asks for a page until it comes rendered. When rendering is late, the service serves the plain page. */
export async function untilRendered(page: Page, path: string): Promise<void> {
  const read = async () => (await page.request.get(path)).text();
  await expect.poll(read, { timeout: 60_000 }).toContain('<div id="root" data-rendered');
}

/** Opens a rendered page and holds its scripts back. @returns lets the scripts through and waits for hydration */
export async function openUnhydrated(page: Page, path: string): Promise<() => Promise<void>> {
  await untilRendered(page, path);
  const scripts = "**/assets/*.js";
  const gate = Promise.withResolvers<void>();
  await page.route(scripts, async (route) => {
    await gate.promise;
    await route.continue();
  });
  const open = page.goto(path);
  // If the page does not come, the opening must not fail by itself after the test.
  open.catch(() => undefined);
  await page.locator("#root[data-rendered]").waitFor({ state: "attached" });
  return async () => {
    gate.resolve();
    await open;
    await untilHydrated(page);
    await page.unroute(scripts);
  };
}
