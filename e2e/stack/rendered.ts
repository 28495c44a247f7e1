import type { Page } from "playwright-core";
import { expect } from "vitest";
import { untilAwake } from "./browser.ts";

/** Nobody is kept waiting for a page to be rendered: who asks first may get the plain one. */
export async function untilRendered(page: Page, path: string): Promise<void> {
  const read = async () => (await page.request.get(path)).text();
  await expect.poll(read, { timeout: 60_000 }).toContain('<div id="root" data-rendered');
}

/** Opens a page as it is before its scripts come, and answers how to let them through. */
export async function openAsleep(page: Page, path: string): Promise<() => Promise<void>> {
  await untilRendered(page, path);
  const scripts = "**/assets/*.js";
  const gate = Promise.withResolvers<void>();
  await page.route(scripts, async (route) => {
    await gate.promise;
    await route.continue();
  });
  const open = page.goto(path);
  await page.locator("#root[data-rendered]").waitFor({ state: "attached" });
  return async () => {
    gate.resolve();
    await open;
    await untilAwake(page);
    await page.unroute(scripts);
  };
}
