import { align } from "../table.ts";
import { readBaseline } from "./baseline.ts";
import type { BudgetRow } from "./row.ts";

/** Prints rows of the budget table beside the ratios that were kept of an earlier run. */
export async function printRows(label: string, rows: BudgetRow[]): Promise<void> {
  const kept = await readBaseline(label);
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
