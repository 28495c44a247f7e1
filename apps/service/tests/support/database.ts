// Declares what the tests are given.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { inject } from "vitest";
import type { Database } from "../../db/database.ts";
import { createPgliteDatabase } from "../../db/pglite.ts";
import { chainTables } from "../../db/tables.ts";
import { borrowPglite } from "./borrowed-pglite.ts";
import type {} from "./setup.ts";

/**
 * Asks for a template database, which is made when the first test file asks.
 * @returns the file of PGlite's dump, or PostgreSQL's address
 */
export async function askForTemplate(kind: "pglite" | "postgres"): Promise<string> {
  const response = await fetch(`${inject("templatesUrl")}/${kind}`);
  const text = await response.text();
  if (!response.ok) throw new Error(`No ${kind} to copy: ${text}`);
  return text;
}

/** An empty migrated PGlite in memory. */
export async function openTestDatabase(): Promise<Database> {
  return createPgliteDatabase(await borrowPglite(await askForTemplate("pglite")));
}

/**
 * Puts a copy of the template database into a data folder. A new database takes ten seconds of processor time.
 * @returns the folder
 */
export async function fillDataFolder(data: string): Promise<string> {
  const pglite = join(data, "service/pglite");
  await mkdir(pglite, { recursive: true });
  const from = ["-xf", await askForTemplate("pglite"), "-C", pglite];
  // tar warns that it drops the leading slash of each name.
  execFileSync("tar", from, { stdio: "ignore" });
  return data;
}

/** Empties the index. */
export async function emptyDatabase({ kysely }: Database): Promise<void> {
  await sql.raw(`truncate ${chainTables.join(", ")}`).execute(kysely);
  await kysely.updateTable("cursor").set({ index_block_hash: null }).execute();
}

/** Deletes announced transactions, applications and decisions. */
export async function deleteOffChain({ kysely }: Database): Promise<void> {
  await sql.raw("truncate pending_events, application_decisions, applications").execute(kysely);
}

/** Keeps a database open when its service closes, so that another service can use it. */
export function keepOpen(database: Database): Database {
  return { ...database, close: () => Promise.resolve() };
}

const derived = [
  "select index_block_hash, parent_index_block_hash, height, block_time from blocks where canonical order by 1",
  "select c.* from contract_events c join blocks b using (index_block_hash) where b.canonical order by 1, 2, 3",
  "select t.* from transactions t join blocks b using (index_block_hash) where b.canonical order by 1, 2",
  "select p.* from event_recipients p join blocks b using (index_block_hash) where b.canonical order by 1, 2, 3, 4",
  "select * from profiles order by 1",
  "select * from endorsements order by 1",
  "select * from organizations order by 1",
  "select * from organization_roles order by 1, 2, 3",
  "select * from blocked order by 1, 2, 3",
  "select * from watchers order by 1",
  "select index_block_hash from cursor",
];

/** A hash over everything in the database that follows from the canonical chain. */
export async function hashState(database: Pick<Database, "kysely">): Promise<string> {
  const tables = JSON.stringify(await readDerived(database));
  return createHash("sha256").update(tables).digest("hex");
}

/** Everything in the database that follows from the canonical chain. */
export async function readDerived({ kysely }: Pick<Database, "kysely">): Promise<unknown[][]> {
  const tables: unknown[][] = [];
  for (const query of derived) tables.push((await sql.raw(query).execute(kysely)).rows);
  return tables;
}
