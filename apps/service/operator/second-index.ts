import { sql } from "kysely";
import type { Block } from "../chain/block.ts";
import { anyText } from "../db/bulk.ts";
import type { Database, Executor, Trx } from "../db/database.ts";
import { migrate, readPending } from "../db/migrate.ts";
import { chainTables } from "../db/tables.ts";
import { DatabaseUnavailableError } from "../db/unavailable.ts";
import { markUsed } from "../images/named-images.ts";
import { applyBlocks, switchTo } from "../indexer/apply.ts";
import { readBlockStatus } from "../indexer/canonical-chain.ts";
import { settleAll } from "../off-chain/settle-all.ts";
import { notify } from "../revision/change-feed.ts";
import { lockTip, readTip, type Tip, writeTip } from "../revision/revision.ts";
import { readStoredBlocks } from "./stored-blocks.ts";

// A second index is built beside the one that is served: the same tables, made by the same migrations, in a schema of
// their own. Its cursor says how far it is, so that building it goes on after a kill. At the end its tables take the
// place of the served ones in one transaction.

const SCHEMA = "colonnade_reindex";

/** Where a second index comes from: blocks that are stored here, or the node. */
export type Source = "stored" | "node";

/** The tables that are replaced. Quarantined payloads are stored nowhere else, so they stay. */
const replaced = chainTables.filter((name) => name !== "quarantine");

/** The served index belongs to another chain than the second one. */
export class OtherChainError extends Error {
  override readonly name = "OtherChainError";
}

/**
 * Opens the second index: the one that was begun from this source by this version, or an empty one.
 * @param isNew whether to begin again in any case
 * @returns it, and the tip that an earlier run reached. Destroy it at the end
 */
export async function openSecondIndex(
  { kysely, openSchema }: Database,
  source: Source,
  isNew: boolean,
): Promise<{ next: Executor; reached: Tip | null }> {
  const next = openSchema(SCHEMA);
  try {
    if (!isNew && (await isBegun(kysely, next, source))) {
      return { next, reached: await readTip(next) };
    }
    await dropSecondIndex(kysely);
    await sql`create schema ${sql.id(SCHEMA)}`.execute(kysely);
    await migrate(next, "", SCHEMA);
    await sql`create table source as select ${source}::text as name`.execute(next);
    return { next, reached: null };
  } catch (error) {
    await next.destroy();
    throw error;
  }
}

export async function dropSecondIndex(db: Executor): Promise<void> {
  await sql`drop schema if exists ${sql.id(SCHEMA)} cascade`.execute(db);
}

async function isBegun(db: Executor, next: Executor, source: Source): Promise<boolean> {
  const { rows: tables } = await sql`
    select from pg_tables where schemaname = ${SCHEMA} and tablename = 'source'`.execute(db);
  if (tables.length === 0) return false;
  const { rows } = await sql<{ name: string }>`select name from source`.execute(next);
  if (rows[0]?.name !== source) return false;
  // An index that another version began has other tables.
  return (await readPending(next, "").catch(() => ["unknown"])).length === 0;
}

/** Runs a query on the served index, or on the second one. */
interface Indexes {
  served<Result>(query: (db: Executor) => Promise<Result>): Promise<Result>;
  second<Result>(query: (db: Executor) => Promise<Result>): Promise<Result>;
}

/**
 * Reads stored blocks of the served index that the second one lacks.
 * @param most events read at once
 * @returns the next ones, each the parent of the next; none at the end
 * @throws StoredGapError, OtherChainError
 */
async function readLacking({ served, second }: Indexes, most: number): Promise<Block[]> {
  for (;;) {
    const tip = await second(readTip);
    const base = tip && (await findBase({ served, second }, tip));
    try {
      return await served((db) => readStoredBlocks(db, base, most));
    } catch (error) {
      // A fork may have come between the two reads.
      if (base === null || (await isCanonical(served, base.indexBlockHash))) throw error;
    }
  }
}

/** Blocks compared at once. */
const COMPARED = 500;

/** Finds the highest canonical block of the second index that is canonical in the served one. */
async function findBase({ served, second }: Indexes, tip: Tip): Promise<Tip> {
  if (await isCanonical(served, tip.indexBlockHash)) return tip;
  for (let below = tip.height + 1; ; ) {
    const rows = await second((db) =>
      db
        .selectFrom("blocks")
        .where("canonical", "=", sql.lit(true))
        .where("height", "<", below)
        .orderBy("height", "desc")
        .limit(COMPARED)
        .select(["index_block_hash as indexBlockHash", "height"])
        .execute(),
    );
    const lowest = rows.at(-1);
    if (lowest === undefined) throw new OtherChainError("The index belongs to another chain now.");
    const hashes = rows.map(({ indexBlockHash }) => indexBlockHash);
    const shared = await served((db) =>
      db
        .selectFrom("blocks")
        .where("index_block_hash", "=", anyText(hashes))
        .where("canonical", "=", sql.lit(true))
        .select("index_block_hash")
        .execute(),
    );
    const known = new Set(shared.map(({ index_block_hash }) => index_block_hash));
    const base = rows.find(({ indexBlockHash }) => known.has(indexBlockHash));
    if (base !== undefined) return base;
    below = lowest.height;
  }
}

async function isCanonical(on: Indexes["served"], indexBlockHash: string): Promise<boolean> {
  return (await on((db) => readBlockStatus(db, indexBlockHash))) === "canonical";
}

/**
 * Applies the next stored blocks that a second index lacks.
 * @param most events in one transaction
 * @returns the height that it has reached; null when it lacks none
 * @throws StoredGapError, OtherChainError
 */
export async function applyStored(
  { kysely }: Database,
  next: Executor,
  most: number,
): Promise<number | null> {
  const blocks = await readLacking({ served: (on) => on(kysely), second: (on) => on(next) }, most);
  await next.transaction().execute((trx) => applyBlocks(trx, blocks));
  return blocks.at(-1)?.height ?? null;
}

/** Gathers the planner's statistics of the new tables before anybody reads them. */
export async function analyze(next: Executor): Promise<void> {
  for (const name of replaced) await sql`analyze ${sql.table(name)}`.execute(next);
}

/**
 * Milliseconds that the exchange waits for readers. Later readers wait behind it for as long. It is shorter than
 * PostgreSQL's deadlock check, so no reader is cancelled.
 */
const LOCK_TIMEOUT = 500;
/** PostgreSQL's code for lock_not_available. */
const NOT_AVAILABLE = "55P03";

/**
 * Puts the second index in the place of the served one, in one transaction. Takes the blocks that came meanwhile with
 * it. Off-chain rows stay.
 * @returns false when somebody has read for too long: try again
 */
export async function serveSecondIndex({ kysely }: Database): Promise<boolean> {
  try {
    await kysely.transaction().execute(exchange);
    return true;
  } catch (error) {
    if (isLockTimeout(error)) return false;
    throw error;
  }
}

/** The connection to PostgreSQL throws an error of our own, whose cause is the driver's. */
function isLockTimeout(error: unknown): boolean {
  const cause = error instanceof DatabaseUnavailableError ? error.cause : error;
  return cause instanceof Error && "code" in cause && cause.code === NOT_AVAILABLE;
}

async function exchange(trx: Trx): Promise<void> {
  // From here on no block is applied, and no off-chain change that depends on one is made.
  const servedTip = await lockTip(trx);
  const { rows } = await sql<{ path: string; schema: string }>`
    select current_setting('search_path') as path, current_schema::text as schema`.execute(trx);
  const [usual] = rows;
  if (usual === undefined) throw new Error("There is no schema");
  const second: Indexes["second"] = async (query) => {
    await setPath(trx, SCHEMA);
    const result = await query(trx);
    await setPath(trx, usual.path);
    return result;
  };
  await catchUp(trx, { served: (query) => query(trx), second }, servedTip);
  const tip = await second(async (db) => {
    // An orphaned block may become canonical again. It is then read from the node.
    await deleteOrphaned(db);
    return readTip(db);
  });
  await sql`
    insert into named_images select * from ${sql.id(SCHEMA, "named_images")}
    on conflict do nothing`.execute(trx);
  await markUsed(trx);
  await replaceTables(trx, usual.schema);
  await writeTip(trx, tip?.indexBlockHash ?? null);
  await settleAll(trx);
  await notify(trx, tip === null ? [] : [{ type: "tip", ...tip }]);
}

async function deleteOrphaned(db: Executor): Promise<void> {
  const orphaned = db
    .selectFrom("blocks")
    .where("canonical", "=", false)
    .select("index_block_hash");
  for (const table of ["transactions", "contract_events", "event_recipients", "blocks"] as const) {
    await db.deleteFrom(table).where("index_block_hash", "in", orphaned).execute();
  }
}

async function setPath(trx: Trx, path: string): Promise<void> {
  await sql`select set_config('search_path', ${path}, true)`.execute(trx);
}

/** Brings the second index to the served tip. If it was read from the node, it may be ahead. */
async function catchUp(trx: Trx, indexes: Indexes, servedTip: string | null): Promise<void> {
  if (servedTip === null) return;
  const status = await indexes.second((db) => readBlockStatus(db, servedTip));
  if (status === "canonical") return;
  if (status === "orphaned") {
    const from = (await indexes.second(readTip))?.indexBlockHash ?? null;
    await indexes.second(() => switchTo(trx, servedTip, from));
    return;
  }
  for (;;) {
    const blocks = await readLacking(indexes, Number.POSITIVE_INFINITY);
    if (blocks.length === 0) return;
    await indexes.second(() => applyBlocks(trx, blocks));
  }
}

async function replaceTables(trx: Trx, schema: string): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(trx);
  const [from, to] = [quote(SCHEMA), quote(schema)];
  const served = replaced.map((name) => `${to}.${name}`).join(", ");
  await run(`set local lock_timeout = ${LOCK_TIMEOUT}`);
  await run(`lock table ${served} in access exclusive mode`);
  await run(`drop table ${served}`);
  for (const name of replaced) await run(`alter table ${from}.${name} set schema ${to}`);
  // Functions and statistics do not move with their tables.
  const { rows } = await sql<{ kind: "function" | "statistics"; name: string }>`
    select 'function' as kind, p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')' as name
    from pg_proc p where p.pronamespace = ${SCHEMA}::regnamespace
    union all
    select 'statistics', s.stxname from pg_statistic_ext s where s.stxnamespace = ${SCHEMA}::regnamespace`.execute(
    trx,
  );
  for (const { kind, name } of rows) {
    if (kind === "function") await run(`drop function ${to}.${name}`);
    await run(`alter ${kind} ${from}.${name} set schema ${to}`);
  }
  await run(`drop schema ${from} cascade`);
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
