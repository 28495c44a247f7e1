import { availableParallelism, loadavg } from "node:os";
import { openPostgres } from "@colonnade/service/db/postgres.ts";
import { saveBaseline } from "./baseline.ts";
import { buildDatabase } from "./build.ts";
import { measureHttp } from "./http.ts";
import { measureIngest } from "./ingest.ts";
import { startBenchPostgres } from "./postgres.ts";
import { printRows } from "./print-rows.ts";
import { measureGrowth, measureReads } from "./reads.ts";
import type { BudgetRow } from "./row.ts";
import { measureSearch } from "./search.ts";
import { describeSize, fullSize, smallSize, usualSize } from "./size.ts";
import { verifyRows } from "./verify.ts";
import { measureWholeList } from "./whole.ts";

/**
 * Prints the API's rows of the budget table: what is measured, against what, the ratio, and whether it holds.
 * `COLONNADE_BENCH_FULL=1` takes the whole size; `--save` keeps the ratios for later runs to be shown beside.
 */
export async function main(): Promise<void> {
  const isFull = process.env.COLONNADE_BENCH_FULL === "1";
  const label = isFull ? "full" : "usual";
  const size = isFull ? fullSize : usualSize;
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
  const postgres = await startBenchPostgres();
  try {
    await verifyRows(postgres);
    const small = await buildDatabase(postgres, "small", smallSize);
    const big = await buildDatabase(postgres, label, size);
    const smallDatabase = await openPostgres(postgres.address(small));
    const database = await openPostgres(postgres.address(big));
    const rows: BudgetRow[] = [];
    try {
      const load = loadavg()[0]?.toFixed(1);
      console.log(
        `\nReads and indexing: ${describeSize(size)}; ${availableParallelism()} processors, load ${load}.`,
      );
      const step = async (name: string, measure: () => Promise<BudgetRow[]>) => {
        const start = performance.now();
        const found = await measure();
        rows.push(...found);
        for (const { what, ratio } of found) console.log(`    ${what}: ${ratio.toPrecision(3)} x`);
        console.log(`  ${name} took ${((performance.now() - start) / 1000).toFixed(0)} s`);
      };
      await step("reading", () => measureReads(database, postgres.address(big), size));
      await step("searching", () => measureSearch(database));
      await step("growth", () => measureGrowth(database, size, smallDatabase, smallSize));
      await step("answering over HTTP", () => measureHttp(postgres.address(big)));
      await step("sending all", () =>
        measureWholeList(postgres, database, { name: big, size }, { name: small, size: smallSize }),
      );
      await step("indexing", () => measureIngest(postgres, database));
    } finally {
      await smallDatabase.close();
      await database.close();
    }
    await printRows(label, rows);
    if (process.argv.includes("--save")) await saveBaseline(label, rows);
  } finally {
    await postgres.close();
  }
}

if (import.meta.main) await main();
