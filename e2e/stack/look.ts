import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect, inject } from "vitest";
import { z } from "zod";

/** axe's rules for WCAG 2.2 AA and its advice. */
const everyRule = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The only of these rules that read colours. */
const contrastRules = ["color-contrast", "link-in-text-block"];

interface View {
  width: number;
  colorScheme: "light" | "dark";
  /** The rules that axe checks, if it runs. */
  rules?: string[];
}

/** Phone, tablet, desktop, large desktop. */
const heights: Record<number, number> = { 390: 844, 820: 1180, 1440: 900, 1920: 1080 };

/** A dark phone and a light desktop, for every state of every screen. */
const usual: View[] = [
  { width: 390, colorScheme: "dark", rules: everyRule },
  { width: 1440, colorScheme: "light", rules: everyRule },
];

/** The other theme of each, which differs in its colours only. */
const otherThemes: View[] = [
  { width: 390, colorScheme: "light", rules: contrastRules },
  { width: 1440, colorScheme: "dark", rules: contrastRules },
];

/** For the main state of each screen, too. */
const otherWidths: View[] = [
  { width: 820, colorScheme: "light" },
  { width: 1920, colorScheme: "light" },
];

/** Only for a picture: a theme moves nothing, so a tablet's spills show in the light one. */
const picturedOnly: View[] = [{ width: 820, colorScheme: "dark" }];

/** CSS pixels of a 1280 px window zoomed to 200% and to 400%. */
const zoomed = [640, 320];

interface Looking {
  /** Whether to look at the other theme of both widths, too. For a screen's main question. */
  bothThemes?: boolean;
  /** Whether to look at the other widths, themes and zooms, too. Once for each screen. Pictures show one view more. */
  everywhere?: boolean;
  /** Selector of the part that axe checks. The default is the whole page. */
  part?: string;
}

/**
 * Looks at the page as it is, on a dark phone and a light desktop, and takes pictures if the run has a folder for
 * them. Fails if axe finds a violation or if something lies outside the window.
 * @param name the name of the pictures' files
 */
export async function look(
  page: Page,
  name: string,
  { everywhere = false, bothThemes = everywhere, part }: Looking = {},
): Promise<void> {
  const before = page.viewportSize();
  const isPictured = inject("picturesFolder") !== null;
  const views = [
    ...usual,
    ...(bothThemes ? otherThemes : []),
    ...(everywhere ? otherWidths : []),
    ...(everywhere && isPictured ? picturedOnly : []),
  ];
  // A new width lays out and draws the whole page, so the views of one width follow each other, the page's own last.
  const rank = ({ width }: View) => (width === before?.width ? Number.MAX_VALUE : width);
  views.sort((one, other) => rank(one) - rank(other));
  if (everywhere) await zoom(page, name);
  for (const { width, colorScheme, rules } of views) {
    const place = `${name}.${width}-${colorScheme}`;
    await page.setViewportSize({ width, height: heights[width] ?? 900 });
    await page.emulateMedia({ colorScheme });
    await settle(page);
    await takePicture(page, place);
    await keepsAllInSight(page, place);
    if (rules === undefined) continue;
    expect(await axeFindings(page, part, rules), `${place} is accessible`).toEqual([]);
  }
  if (before !== null) await page.setViewportSize(before);
}

/** Looks for parts outside a window that is zoomed. */
async function zoom(page: Page, name: string): Promise<void> {
  for (const width of zoomed) {
    await page.setViewportSize({ width, height: 600 });
    await page.emulateMedia({ colorScheme: "light" });
    await settle(page);
    if (width === 320) await takePicture(page, `${name}.320-light`);
    await keepsAllInSight(page, `${name} at ${width} px`);
  }
}

async function takePicture(page: Page, name: string): Promise<void> {
  const folder = inject("picturesFolder");
  if (folder === null) return;
  // A dialog's place depends on the window, so the picture shows only the window.
  const overPage = page.locator("[role=dialog], [role=listbox], :popover-open").first();
  const isCovered = await overPage.isVisible();
  if (!isCovered) await page.evaluate("scrollTo(0, 0)");
  await page.screenshot({
    path: `${folder}/${name}.jpg`,
    type: "jpeg",
    quality: 80,
    fullPage: !isCovered,
  });
}

/**
 * Waits for the window's new size, and then at most three seconds for fonts, for images in sight and for short
 * animations. It does not wait for a toast to close.
 */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(`(async (size) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    while (size !== null && (size.width !== innerWidth || size.height !== innerHeight)) await frame();
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
  })(${JSON.stringify(page.viewportSize())})`);
}

/** Fails if something stays outside the window. A toast that is just coming in does not stay there. */
async function keepsAllInSight(page: Page, place: string): Promise<void> {
  const message = `${place} keeps all in sight`;
  await expect.poll(() => findSpills(page), { message, timeout: 3_000 }).toEqual([]);
}

/** Finds controls and headings outside the window, and a page that is too wide for it. */
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

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

const violationsSchema = z.array(
  z.object({ id: z.string(), help: z.string(), nodes: z.array(z.object({ html: z.string() })) }),
);

/**
 * Checks the page as it is against WCAG 2.2 AA with axe. @returns one line per violation
 * @param part selector of the part to check; the default is the whole page
 * @param rules axe's rules or groups of rules
 */
export async function axeFindings(
  page: Page,
  part?: string,
  rules: readonly string[] = everyRule,
): Promise<string[]> {
  // While a page is scrolled, the sticky bar may half cover a target. That is no violation.
  await page.evaluate("scrollTo(0, 0)");
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axeSource);
  const found = await page.evaluate(
    `axe.run(${part === undefined ? "document" : JSON.stringify(part)}, { runOnly: ${JSON.stringify(rules)}, iframes: false, resultTypes: ["violations"], preload: false }).then((result) => result.violations)`,
  );
  return violationsSchema
    .parse(found)
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.html).join(" | ")}`);
}
