import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Nobody is kept waiting for a page to be rendered: who asks first may get the plain one. */
export async function untilRendered(page: Page, path: string): Promise<void> {
  const read = async () => (await page.request.get(path)).text();
  await expect.poll(read, { timeout: 60_000 }).toContain('<div id="root" data-rendered');
}
