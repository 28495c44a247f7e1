import type { NewBlock } from "@colonnade/service/chain/new-block.ts";
import type { Database } from "@colonnade/service/db/database.ts";
import { sql } from "kysely";
import {
  atLeast,
  atMost,
  type BudgetRow,
  forComparison,
  milliseconds,
  perSecond,
  withinBoth,
} from "../rows.ts";
import { createBenchIndexer, nodeWith } from "./indexing.ts";
import type { BenchPostgres } from "./postgres.ts";
import { median, timeOf } from "./rounds.ts";
import { type Mark, makeBlocks, readMark, restore, startAnew } from "./workload.ts";

const ROUNDS = 3;
/** Milliseconds that one pass over the blocks should take at most. */
const PATIENCE = 30_000;
const FEWEST = 5;
/** Most blocks in a pass: ten of the portions that the indexer writes when it catches up. */
const BLOCKS = 500;
/** Calls in a usual block. */
const CALLS = 40;
/** Calls in a full block. A block holds 750 to 3,000 calls of most functions: see the rows of the contracts. */
const FULL = 1_000;
/** Blocks that a rollback orphans. */
const DEEP = 10;
/** A short rollback is over in some 15 ms, so it is measured more often. */
const ROLLBACKS = [
  { calls: FULL, rounds: 5 },
  { calls: CALLS, rounds: 15 },
];
/** See docs/decisions/0020-a-rollback-folds-again.md. */
const FULL_ROLLBACK_RATIO = 0.06;
const ROLLBACK_BUDGET = { most: 50, ratio: 0.1 };
/** Backfill must reach one of these: a share of the speed of COPY, or events a second. */
const BACKFILL_BUDGET = { ratio: 0.25, rate: 10_000 };

/** Measures indexing at the tip, far behind it, and after a fork. */
export async function measureIngest(
  postgres: BenchPostgres,
  database: Database,
): Promise<BudgetRow[]> {
  const people = await readPeople(database);
  const mark = await readMark(database, people);
  await restore(database, mark);
  try {
    return [
      ...(await measureBlocks(postgres, database, mark, people)),
      ...(await measureRollback(database, mark, people)),
    ];
  } finally {
    await startAnew(database, mark);
  }
}

export async function readPeople({ kysely }: Database): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select address from bench.people where n <= 1000 order by n`.execute(kysely);
  return rows.map(({ address }) => address);
}

async function measureBlocks(
  postgres: BenchPostgres,
  database: Database,
  mark: Mark,
  people: string[],
): Promise<BudgetRow[]> {
  const count = await countOfBlocks(database, mark, people);
  const blocks = await makeBlocks(mark, people, { label: "ingest", count, calls: CALLS });
  const raw = await saveRaw(postgres, database, blocks, mark);
  await startAnew(database, mark);
  const tip: number[] = [];
  const backfill: number[] = [];
  const copy: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const indexer = createBenchIndexer(database);
    tip.push(
      await timeOf(async () => {
        for (const block of blocks) await indexer.receive(block);
      }),
    );
    await startAnew(database, mark);
    const behind = createBenchIndexer(database, nodeWith(blocks));
    backfill.push(await timeOf(() => behind.sync()));
    await startAnew(database, mark);
    copy.push(await timeOf(() => copyRaw(database, raw)));
    await startAnew(database, mark);
  }
  const events = count * CALLS;
  const rate = (times: number[]) => (events / median(times)) * 1000;
  const ratio = (times: number[], others: number[]) =>
    median(times.map((time, index) => (others[index] ?? Number.NaN) / time));
  const measured = perSecond(rate(tip), "events");
  return [
    forComparison({
      what: "ingest at the tip / COPY of the same raw rows",
      measured,
      baseline: perSecond(rate(copy), "events"),
      ratio: ratio(tip, copy),
    }),
    {
      what: "backfill / COPY of the same raw rows",
      measured: perSecond(rate(backfill), "events"),
      baseline: perSecond(rate(copy), "events"),
      ratio: ratio(backfill, copy),
      budget: `>= ${BACKFILL_BUDGET.ratio} x or ${perSecond(BACKFILL_BUDGET.rate, "events")}`,
      ok: ratio(backfill, copy) >= BACKFILL_BUDGET.ratio || rate(backfill) >= BACKFILL_BUDGET.rate,
    },
    atLeast(0.25, {
      what: "ingest at the tip / backfill",
      measured,
      baseline: perSecond(rate(backfill), "events"),
      ratio: ratio(tip, backfill),
    }),
  ];
}

/** Estimates from a few blocks how many can be indexed within the time limit. */
async function countOfBlocks(database: Database, mark: Mark, people: string[]): Promise<number> {
  const few = await makeBlocks(mark, people, { label: "first", count: FEWEST, calls: CALLS });
  const indexer = createBenchIndexer(database);
  const took = await timeOf(async () => {
    for (const block of few) await indexer.receive(block);
  });
  await restore(database, mark);
  return Math.max(FEWEST, Math.min(BLOCKS, Math.floor((FEWEST * PATIENCE) / took)));
}

const rawTables = ["blocks", "transactions", "contract_events"] as const;

/** Indexes the blocks once, then exports the raw rows to files. @returns the files by table */
async function saveRaw(
  postgres: BenchPostgres,
  database: Database,
  blocks: NewBlock[],
  mark: Mark,
): Promise<Map<(typeof rawTables)[number], string>> {
  await createBenchIndexer(database, nodeWith(blocks)).sync();
  const files = new Map<(typeof rawTables)[number], string>();
  for (const table of rawTables) {
    const file = `${postgres.folder}/${table}.copy`;
    const height = String(mark.height);
    await sql`copy (select * from ${sql.table(table)}
      where index_block_hash in (select index_block_hash from blocks where height > ${sql.raw(height)}))
      to ${sql.lit(file)}`.execute(database.work);
    files.set(table, file);
  }
  await restore(database, mark);
  return files;
}

async function copyRaw(
  { work }: Database,
  files: Map<(typeof rawTables)[number], string>,
): Promise<void> {
  await work.transaction().execute(async (trx) => {
    for (const [table, file] of files) {
      await sql`copy ${sql.table(table)} from ${sql.lit(file)}`.execute(trx);
    }
  });
}

/** Measures a reorg: one new block on top of the mark orphans ten blocks. */
async function measureRollback(
  database: Database,
  mark: Mark,
  people: string[],
): Promise<BudgetRow[]> {
  const rows: BudgetRow[] = [];
  for (const rollback of ROLLBACKS) {
    const { calls } = rollback;
    const { there, back } = await timeRollback(database, mark, people, rollback);
    const took = median(back);
    const figures = {
      what: `rollback of ${DEEP} blocks of ${calls} calls / indexing them`,
      baseline: milliseconds(median(there)),
      ratio: median(back.map((time, index) => time / (there[index] ?? Number.NaN))),
    };
    rows.push(
      calls === FULL
        ? atMost(FULL_ROLLBACK_RATIO, { ...figures, measured: milliseconds(took) })
        : withinBoth(ROLLBACK_BUDGET, took, figures),
    );
  }
  return rows;
}

/** Times indexing blocks and orphaning them. @returns milliseconds of each round */
async function timeRollback(
  database: Database,
  mark: Mark,
  people: string[],
  { calls, rounds }: (typeof ROLLBACKS)[number],
): Promise<{ there: number[]; back: number[] }> {
  const blocks = await makeBlocks(mark, people, { label: `deep ${calls}`, count: DEEP, calls });
  const [other] = await makeBlocks(mark, people, { label: `other ${calls}`, count: 1, calls: 1 });
  if (other === undefined) throw new Error("No block was made");
  const small = await makeBlocks(mark, people, { label: "small", count: 2, calls: CALLS });
  const [beside] = await makeBlocks(mark, people, { label: "beside", count: 1, calls: 1 });
  if (beside === undefined) throw new Error("No block was made");
  /** After a vacuum, PostgreSQL plans each statement again when it is next used. So the first rollback is not timed. */
  const rollBackOnce = async () => {
    const indexer = createBenchIndexer(database);
    for (const block of [...small, beside]) await indexer.receive(block);
    await restore(database, mark);
  };
  const there: number[] = [];
  const back: number[] = [];
  const end = performance.now() + 2 * PATIENCE;
  for (let round = 0; round < rounds && (round === 0 || performance.now() < end); round += 1) {
    await startAnew(database, mark);
    await rollBackOnce();
    const indexer = createBenchIndexer(database);
    there.push(
      await timeOf(async () => {
        for (const block of blocks) await indexer.receive(block);
      }),
    );
    back.push(await timeOf(() => indexer.receive(other)));
  }
  return { there, back };
}
