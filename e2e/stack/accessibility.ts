import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { z } from "zod";

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

const violationsSchema = z.array(
  z.object({ id: z.string(), help: z.string(), nodes: z.array(z.object({ html: z.string() })) }),
);

/**
 * What axe finds against WCAG 2.2 AA on the page as it stands, a line each; empty when clean.
 * @param part a selector of what is looked at; the whole page unless it is said
 */
export async function axeFindings(page: Page, part?: string): Promise<string[]> {
  // From the top: a target that the sticky bar half covers in the middle of a scroll is no finding.
  await page.evaluate("scrollTo(0, 0)");
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axeSource);
  const found = await page.evaluate(
    `axe.run(${part === undefined ? "document" : JSON.stringify(part)}, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"], iframes: false, resultTypes: ["violations"], preload: false }).then((result) => result.violations)`,
  );
  return violationsSchema
    .parse(found)
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.html).join(" | ")}`);
}
