import type { Page } from "playwright-core";
import { expect } from "vitest";
import { axeFindings } from "./accessibility.ts";
import { pictures } from "./pictures.ts";

interface View {
  width: number;
  colorScheme: "light" | "dark";
  /** Whether axe visits, too. */
  axe?: boolean;
}

/** Phone, tablet, desktop, large desktop. */
const heights: Record<number, number> = { 390: 844, 820: 1180, 1440: 900, 1920: 1080 };

/** A phone by night and a desktop by day: for every state of every screen. */
const usual: View[] = [
  { width: 390, colorScheme: "dark", axe: true },
  { width: 1440, colorScheme: "light", axe: true },
];

/** All the others. */
const others: View[] = [
  { width: 390, colorScheme: "light", axe: true },
  { width: 820, colorScheme: "dark" },
  { width: 820, colorScheme: "light" },
  { width: 1440, colorScheme: "dark", axe: true },
  { width: 1920, colorScheme: "light" },
];

/** CSS pixels that are left of a window of 1280 at 200 and at 400 per cent. */
const zoomed = [640, 320];

interface Looking {
  /** At the other widths and in the other themes, too, and zoomed in: once for every screen. */
  everywhere?: boolean;
  /** What axe visits; the whole page unless something lies over it that hides the rest from everybody. */
  part?: string;
}

/**
 * Looks at the page as it stands: takes its picture on a phone in the dark and on a desktop in the light,
 * and has axe and a ruler find nothing.
 * @param name of the pictures' files
 */
export async function look(
  page: Page,
  name: string,
  { everywhere = false, part }: Looking = {},
): Promise<void> {
  const before = page.viewportSize();
  for (const { width, colorScheme, axe } of everywhere ? [...usual, ...others] : usual) {
    const place = `${name}.${width}-${colorScheme}`;
    await page.setViewportSize({ width, height: heights[width] ?? 900 });
    await page.emulateMedia({ colorScheme });
    await settle(page);
    await takePicture(page, place);
    expect(await findSpills(page), `${place} keeps all in sight`).toEqual([]);
    if (axe === true) expect(await axeFindings(page, part), `${place} is accessible`).toEqual([]);
  }
  for (const width of everywhere ? zoomed : []) {
    await page.setViewportSize({ width, height: 600 });
    await page.emulateMedia({ colorScheme: "light" });
    await settle(page);
    if (width === 320) await takePicture(page, `${name}.320-light`);
    expect(await findSpills(page), `${name} at ${width} px keeps all in sight`).toEqual([]);
  }
  if (before !== null) await page.setViewportSize(before);
}

async function takePicture(page: Page, name: string): Promise<void> {
  // What lies over the page is placed by the window: there the window is the picture.
  const overPage = page.locator("[role=dialog], [role=listbox], :popover-open").first();
  const isCovered = await overPage.isVisible();
  if (!isCovered) await page.evaluate("scrollTo(0, 0)");
  await page.screenshot({
    path: `${pictures}/${name}.jpg`,
    type: "jpeg",
    quality: 80,
    fullPage: !isCovered,
  });
}

/**
 * Waits until the window has the size that it was given, and for fonts, for the images in sight and for what
 * moves a moment; not for ever, and for no toast's end.
 */
export async function settle(page: Page): Promise<void> {
  await page.waitForFunction(
    (size) => size === null || (size.width === innerWidth && size.height === innerHeight),
    page.viewportSize(),
  );
  await page.evaluate(`(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    const isInSight = (one) => {
      const { top, width } = one.getBoundingClientRect();
      return top < innerHeight && width > 0 && one.checkVisibility();
    };
    const images = [...document.images].filter(isInSight).map((image) => image.decode());
    const moves = document.getAnimations()
      .filter(({ effect, playState }) => playState === "running" && effect.getComputedTiming().endTime < 1000)
      .map(({ finished }) => finished);
    const patience = new Promise((resolve) => setTimeout(resolve, 3000));
    await Promise.race([Promise.allSettled([document.fonts.ready, ...images, ...moves]), patience]);
    await frame();
    await frame();
  })()`);
}

/** What cannot be reached without scrolling sideways: the page itself, a control, a heading. */
function findSpills(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const wide = document.documentElement.scrollWidth - innerWidth;
    const lost = [...document.querySelectorAll("a, button, input, select, textarea, summary, h1, h2, h3")]
      .filter((one) => {
        const { left, right, width, height } = one.getBoundingClientRect();
        return width > 1 && height > 1 && one.checkVisibility() && !one.closest("[class*=exit], [aria-hidden=true]") && (left < -1 || right > innerWidth + 1);
      })
      .map((one) => "beside the window: " + one.outerHTML.slice(0, 200));
    return wide > 0 ? ["the page is " + wide + " px too wide", ...lost] : lost;
  })()`);
}
