import type { Browser } from "playwright-core";
import { desk, enter, phone, untilRest } from "./visit.ts";

/** The largest sum of shifts on a page, and the elements that moved. */
export interface Shifted {
  worst: number;
  where: string[];
}

/** Loads each page on slow 4G, on a phone and on a desktop. */
export async function measureLoads(
  browser: Browser,
  origin: string,
  paths: string[],
): Promise<Shifted> {
  const found: Shifted = { worst: 0, where: [] };
  for (const look of [phone, desk]) {
    for (const path of paths) {
      const { page, context } = await enter(browser, look);
      await page.goto(`${origin}${path}`, { waitUntil: "load" });
      note(found, `${path} at ${look.viewport.width} px`, await untilRest(page));
      await context.close();
    }
  }
  return found;
}

/** Follows links, and goes back again. */
export async function measureWalk(browser: Browser, origin: string): Promise<Shifted> {
  const found: Shifted = { worst: 0, where: [] };
  const { page, context } = await enter(browser, desk);
  await page.goto(origin, { waitUntil: "load" });
  for (const name of ["Read endorsements", "Open the directory", "View Profile", "FAQ's"]) {
    await page.getByRole("link", { name }).first().click();
    note(found, `after a press on ${name}`, await untilRest(page));
  }
  for (const step of ["first", "second", "third"]) {
    await page.goBack();
    note(found, `after the ${step} step back`, await untilRest(page));
  }
  await context.close();
  return found;
}

function note(
  found: Shifted,
  where: string,
  { shifted, moved }: { shifted: number; moved: string[] },
) {
  found.worst = Math.max(found.worst, shifted);
  if (shifted > 0) found.where.push(`${where}: ${shifted.toFixed(4)}, ${moved.join(" | ")}`);
}
