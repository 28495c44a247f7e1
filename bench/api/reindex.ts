import { readFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { readConfig } from "@colonnade/domain/config.ts";
import type { Database } from "@colonnade/service/db/database.ts";
import { openPostgres } from "@colonnade/service/db/postgres.ts";
import { parseCommandLine } from "@colonnade/service/operator/command-line.ts";
import { sql } from "kysely";
import pino from "pino";
import { atMost, type BudgetRow, printRows, saveBaseline } from "../rows.ts";
import { buildDatabase, describeSize, smallSize } from "./build.ts";
import { nodeWith } from "./indexing.ts";
import { startBenchPostgres } from "./postgres.ts";
import { median, step } from "./rounds.ts";

const ROUNDS = 5;
/** Milliseconds of processor time that Ponder's cached re-index of the same workload takes for an event. */
const PONDER = 0.26;
/** Milliseconds in a tick of `/proc`. */
const TICK = 10;

/** Measures `colonnade reindex` from stored blocks, by the processor time of the command and of all of PostgreSQL. */
export async function main(): Promise<void> {
  console.log(`\nRe-index: ${describeSize(smallSize)}, load ${loadavg()[0]?.toFixed(1)}.`);
  const postgres = await step("starting PostgreSQL", startBenchPostgres);
  try {
    const name = await step("building or finding the database", () =>
      buildDatabase(postgres, "small", smallSize),
    );
    const address = postgres.address(name);
    const database = await openPostgres(address);
    try {
      const rows = [await measure(database, address)];
      await printRows("reindex", rows);
      if (process.argv.includes("--save")) await saveBaseline("reindex", rows);
    } finally {
      await database.close();
    }
  } finally {
    await step("stopping PostgreSQL", () => postgres.close());
  }
}

async function measure(database: Database, address: string): Promise<BudgetRow> {
  const server = await readServer(database);
  const events = await countEvents(database);
  const own: number[] = [];
  const servers: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = { own: process.cpuUsage(), server: await readTicks(server) };
    await reindex(database, address);
    const { user, system } = process.cpuUsage(before.own);
    own.push((user + system) / 1_000 / events);
    servers.push(((await readTicks(server)) - before.server) * (TICK / events));
    console.log(
      `    round ${round + 1}: command ${own.at(-1)?.toFixed(3)} ms, PostgreSQL ${servers.at(-1)?.toFixed(3)} ms an event`,
    );
  }
  const took = median(own.map((time, round) => time + (servers[round] ?? Number.NaN)));
  return atMost(1, {
    what: `re-index of ${events} stored events, processor time of one / Ponder's`,
    measured: `${took.toFixed(3)} ms (command ${median(own).toFixed(3)}, PostgreSQL ${median(servers).toFixed(3)})`,
    baseline: `${PONDER} ms`,
    ratio: took / PONDER,
  });
}

async function reindex(database: Database, address: string): Promise<void> {
  const invocation = parseCommandLine(["reindex"]);
  if (typeof invocation === "string") throw new Error(invocation);
  await invocation.run(
    {
      config: readConfig({ DATABASE_URL: address }),
      database,
      node: nodeWith([]),
      log: pino({ level: "silent" }),
      progress: { catchingUp: null },
      retryQuarantine: () => Promise.resolve(),
      signal: new AbortController().signal,
    },
    { line() {}, warn() {}, progress() {}, record: () => Promise.resolve() },
  );
}

/** The process id of the PostgreSQL server. */
async function readServer({ kysely }: Database): Promise<number> {
  const { rows } = await sql<{ file: string }>`
    select pg_read_file('postmaster.pid') as file`.execute(kysely);
  return Number(rows[0]?.file.split("\n")[0]);
}

async function countEvents({ kysely }: Database): Promise<number> {
  const { rows } = await sql<{ events: number }>`
    select count(*) as events from contract_events`.execute(kysely);
  return rows[0]?.events ?? Number.NaN;
}

/** The processor time of a server and of all its processes, ended ones included. */
async function readTicks(server: number): Promise<number> {
  const children = await readFile(`/proc/${server}/task/${server}/children`, "utf8");
  const living = children.trim().split(" ").map(Number);
  const [own, ...others] = await Promise.all([server, ...living].map(readStat));
  const total = [own, ...others].map((stat) => (stat?.user ?? 0) + (stat?.system ?? 0));
  return total.reduce((sum, ticks) => sum + ticks, own?.ended ?? 0);
}

/** Source: proc(5). */
async function readStat(pid: number) {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  if (text === null) return null;
  const fields = text
    .slice(text.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
  return { user, system, ended: endedUser + endedSystem };
}

if (import.meta.main) await main();
