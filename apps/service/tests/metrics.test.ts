import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { z } from "zod";
import { createMetrics } from "../monitoring/metrics.ts";

const read = (path: string) => readFile(new URL(`../../../${path}`, import.meta.url), "utf8");
const readNames = async (path: string, pattern: RegExp) =>
  Array.from((await read(path)).matchAll(pattern), ([, name = ""]) => name).sort();

/** Prometheus makes it itself. */
const ofPrometheus = ["up"];

/** The names of all series that a service exports. */
async function readSeries(): Promise<string[]> {
  const metrics = await createMetrics().registry.getMetricsAsJSON();
  return metrics.flatMap(({ name, type }) =>
    // The types are an enum, but the library returns their names.
    String(type) === "histogram" ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  );
}

/** The series that a PromQL expression names: all words but functions, labels and operators. */
function seriesOf(expression: string): string[] {
  const bare = expression
    .replaceAll(/"[^"]*"/g, "")
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, "")
    .replaceAll(/\b(by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, "");
  return Array.from(bare.matchAll(/[a-z_:][\w:]*\b(?!\s*\()/gi), ([name]) => name).filter(
    (name) => !["and", "or", "unless", "bool", "offset"].includes(name),
  );
}

const dashboardSchema = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })),
});

async function readAlertExpressions(): Promise<string[]> {
  // An expression stands in its line, or in the deeper lines below a `>`.
  const found = (await read("deploy/alerts.yaml")).matchAll(
    /^ +expr: (?:>\n((?: {10}.*\n)+)|([^>\n]+))/gm,
  );
  return Array.from(found, ([, folded, plain]) => folded ?? plain ?? "");
}

async function readPanelExpressions(): Promise<string[]> {
  const { panels } = dashboardSchema.parse(JSON.parse(await read("deploy/grafana.json")));
  return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
}

it("has every metric explained in docs/operations.md, and no other", async () => {
  const metrics = await createMetrics().registry.getMetricsAsJSON();
  const own = metrics.map(({ name }) => name).filter((name) => name.startsWith("colonnade_"));
  const explained = await readNames("docs/operations.md", /^\| `(colonnade_\w+)` \|/gm);
  expect(explained).toEqual(own.sort());
});

it("has every alert explained in docs/operations.md, and no other", async () => {
  const alerts = await readNames("deploy/alerts.yaml", /^ +- alert: (\w+)$/gm);
  expect(await readNames("docs/operations.md", /^\| (Colonnade\w+) \|/gm)).toEqual(alerts);
});

it.each([
  ["an alert", readAlertExpressions, 8],
  ["a panel of the dashboard", readPanelExpressions, 14],
])("exports every series that %s asks for", async (_, readExpressions, fewest) => {
  const expressions = await readExpressions();
  expect(expressions.length).toBeGreaterThanOrEqual(fewest);
  const known = new Set([...ofPrometheus, ...(await readSeries())]);
  for (const expression of expressions) {
    const asked = seriesOf(expression);
    expect(asked.length, expression).toBeGreaterThan(0);
    expect(
      asked.filter((name) => !known.has(name)),
      expression,
    ).toEqual([]);
  }
});
