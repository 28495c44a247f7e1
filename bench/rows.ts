import { readFile, writeFile } from "node:fs/promises";
import { z } from "zod";

/** A row of the budget table. */
export interface BudgetRow {
  what: string;
  measured: string;
  baseline: string;
  /** Measured against the baseline. */
  ratio: number;
  /** Empty for a row that is only for comparison. */
  budget: string;
  ok: boolean | null;
}

type Figures = Omit<BudgetRow, "budget" | "ok">;

/** A row whose ratio must be at least `least`. */
export function atLeast(least: number, figures: Figures): BudgetRow {
  return { ...figures, budget: `>= ${least} x`, ok: figures.ratio >= least };
}

/** A row whose ratio must be at most `most`. */
export function atMost(most: number, figures: Figures): BudgetRow {
  return { ...figures, budget: `<= ${most} x`, ok: figures.ratio <= most };
}

/** A row that may take at most `most` milliseconds. */
export function within(most: number, took: number, figures: Omit<Figures, "measured">): BudgetRow {
  return {
    ...figures,
    measured: milliseconds(took),
    budget: `<= ${most} ms`,
    ok: took <= most,
  };
}

/** A row that may take at most `most` milliseconds, and whose ratio may be at most `ratio`. */
export function withinBoth(
  { most, ratio }: { most: number; ratio: number },
  took: number,
  figures: Omit<Figures, "measured">,
): BudgetRow {
  const row = within(most, took, figures);
  return {
    ...row,
    budget: `${row.budget}, ${ratio} x`,
    ok: row.ok === true && figures.ratio <= ratio,
  };
}

/** A row without a budget, for comparison. */
export function forComparison(figures: Figures): BudgetRow {
  return { ...figures, budget: "", ok: null };
}

export function milliseconds(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ms`;
}

export function perSecond(value: number, what: string): string {
  return `${Math.round(value)} ${what}/s`;
}

/** Prints rows beside the saved ratios of an earlier run. */
export async function printRows(label: string, rows: BudgetRow[]): Promise<void> {
  const kept = (await readBaseline())[label] ?? {};
  const lines = rows.map(({ what, measured, baseline, ratio, budget, ok }) => [
    what,
    measured,
    baseline,
    `${ratio.toPrecision(3)} x`,
    kept[what] === undefined ? "" : `${kept[what]} x`,
    budget,
    ok === null ? "" : ok ? "ok" : "NOT",
  ]);
  const headings = ["what", "measured", "baseline", "ratio", "kept", "budget", ""];
  for (const line of align([headings, ...lines])) console.log(line);
}

const FILE = new URL("baseline.json", import.meta.url);

/** The saved ratios by label and row. */
const baselineSchema = z.record(z.string(), z.record(z.string(), z.number()));

/** Saves the ratios of a run beside those of other labels. */
export async function saveBaseline(label: string, rows: BudgetRow[]): Promise<void> {
  const ratios = Object.fromEntries(
    rows.map(({ what, ratio }) => [what, Number(ratio.toPrecision(3))]),
  );
  const all = { ...(await readBaseline()), [label]: ratios };
  await writeFile(FILE, `${JSON.stringify(all, null, 2)}\n`);
}

async function readBaseline(): Promise<z.infer<typeof baselineSchema>> {
  const text = await readFile(FILE, "utf8").catch(() => "{}");
  return baselineSchema.parse(JSON.parse(text));
}

/** Aligns columns: the first to the left, the others to the right. */
export function align(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column === 0 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join("  "),
  );
}
