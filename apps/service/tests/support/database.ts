import { openAsBlob } from "node:fs";
import { sql } from "kysely";
import { inject } from "vitest";
import { chainTables } from "../../db/chain-tables.ts";
import type { Database } from "../../db/database.ts";
import { openPglite } from "../../db/pglite.ts";

/** An empty migrated PGlite in memory. */
export async function openTestDatabase(): Promise<Database> {
  return openPglite({ loadDataDir: await openAsBlob(inject("migratedPglite")) });
}

/** Takes out all that was indexed. */
export async function emptyDatabase({ kysely }: Database): Promise<void> {
  await sql.raw(`truncate ${chainTables.join(", ")}`).execute(kysely);
  await kysely.updateTable("cursor").set({ index_block_hash: null }).execute();
}

/** Takes out what people told of transactions and applied for. */
export async function forgetPeople({ kysely }: Database): Promise<void> {
  await sql.raw("truncate pending_events, application_decisions, applications").execute(kysely);
}

/** Keeps a database open when the service that uses it stops, for another to continue with. */
export function keepOpen(database: Database): Database {
  return { ...database, close: () => Promise.resolve() };
}

const derived = [
  "select index_block_hash, parent_index_block_hash, height, block_time from blocks where canonical order by 1",
  "select c.* from contract_events c join blocks b using (index_block_hash) where b.canonical order by 1, 2, 3",
  "select t.* from transactions t join blocks b using (index_block_hash) where b.canonical order by 1, 2",
  "select p.* from event_parties p join blocks b using (index_block_hash) where b.canonical order by 1, 2, 3, 4",
  "select * from profiles order by 1",
  "select * from endorsements order by 1",
  "select * from organizations order by 1",
  "select * from representatives order by 1, 2",
  "select * from watchers order by 1",
  "select index_block_hash from cursor",
];

/** Everything in the database that follows from the canonical chain. */
export async function readDerived({ kysely }: Database): Promise<unknown[][]> {
  const tables: unknown[][] = [];
  for (const query of derived) tables.push((await sql.raw(query).execute(kysely)).rows);
  return tables;
}
