import { availableParallelism, loadavg } from "node:os";
import { openPostgres } from "@colonnade/service/db/postgres.ts";
import type { BudgetRow } from "../rows.ts";
import { printRows, saveBaseline } from "../rows.ts";
import { buildDatabase, describeSize, fullSize, smallSize, usualSize } from "./build.ts";
import { measureHttp } from "./http.ts";
import { measureIngest } from "./ingest.ts";
import { measurePosted } from "./posted.ts";
import { startBenchPostgres } from "./postgres.ts";
import { measureGrowth, measureReads, measureSearch } from "./reads.ts";
import { step } from "./rounds.ts";
import { measureWholeList } from "./whole.ts";

/** Milliseconds. Building the full size takes the longest. */
const BUILD_LIMIT = 10_800_000;

/**
 * Prints the API's rows of the budget table. `COLONNADE_BENCH_FULL=1` takes the full size. `--save` keeps the ratios,
 * and later runs print theirs beside them.
 */
export async function main(): Promise<void> {
  const isFull = process.env.COLONNADE_BENCH_FULL === "1";
  const label = isFull ? "full" : "usual";
  const size = isFull ? fullSize : usualSize;
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
  const load = loadavg()[0]?.toFixed(1);
  console.log(`\nAPI: ${describeSize(size)}; ${availableParallelism()} processors, load ${load}.`);
  const postgres = await step("starting PostgreSQL", startBenchPostgres);
  try {
    const small = await step("building or finding the small database", () =>
      buildDatabase(postgres, "small", smallSize),
    );
    const big = await step(
      "building or finding the big database",
      () => buildDatabase(postgres, label, size),
      BUILD_LIMIT,
    );
    const address = postgres.address(big);
    const smallDatabase = await openPostgres(postgres.address(small));
    const database = await openPostgres(address);
    const rows: BudgetRow[] = [];
    const measure = async (name: string, run: () => Promise<BudgetRow[]>) => {
      const found = await step(name, run);
      rows.push(...found);
      for (const { what, ratio } of found) console.log(`    ${what}: ${ratio.toPrecision(3)} x`);
    };
    try {
      await measure("reading", () => measureReads(database, address, size));
      await measure("searching", () => measureSearch(database));
      await measure("growth", () => measureGrowth(database, size, smallDatabase, smallSize));
      await measure("answering over HTTP", () => measureHttp(address));
      await measure("sending all", () =>
        measureWholeList(postgres, database, { name: big, size }, { name: small, size: smallSize }),
      );
      await measure("indexing", () => measureIngest(postgres, database));
      await measure("posting", () => measurePosted(database, address));
    } finally {
      await smallDatabase.close();
      await database.close();
    }
    await printRows(label, rows);
    if (process.argv.includes("--save")) await saveBaseline(label, rows);
  } finally {
    await step("stopping PostgreSQL", () => postgres.close());
  }
}

if (import.meta.main) await main();
