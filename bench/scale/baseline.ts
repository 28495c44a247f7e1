import { readFile, writeFile } from "node:fs/promises";
import { z } from "zod";
import type { BudgetRow } from "./row.ts";

const FILE = new URL("../baseline.json", import.meta.url);

/** The ratios of a run that was kept, by the name of the row, one set a size. */
const baselineSchema = z.record(z.string(), z.record(z.string(), z.number()));

/** The kept ratios of a size, empty where none were kept. */
export async function readBaseline(size: string): Promise<Record<string, number>> {
  return (await readAll())[size] ?? {};
}

/** Keeps the ratios of a run beside those of other sizes. */
export async function saveBaseline(size: string, rows: BudgetRow[]): Promise<void> {
  const ratios = Object.fromEntries(rows.map(({ what, ratio }) => [what, round(ratio)]));
  const all = { ...(await readAll()), [size]: ratios };
  await writeFile(FILE, `${JSON.stringify(all, null, 2)}\n`);
}

async function readAll(): Promise<z.infer<typeof baselineSchema>> {
  const text = await readFile(FILE, "utf8").catch(() => "{}");
  return baselineSchema.parse(JSON.parse(text));
}

function round(ratio: number): number {
  return Number(ratio.toPrecision(3));
}
