import { type Kysely, sql } from "kysely";
import { Migrator } from "kysely/migration";
import * as chain from "./migrations/chain.ts";
import * as tip from "./migrations/node-tip.ts";
import * as people from "./migrations/people.ts";
import type { Tables } from "./tables.ts";

/**
 * They run in the order of their names, so a new one has the highest number. A name ends in a digest of the statements.
 * One that changes in place gets the next number and its new digest, so that databases which it made before are refused.
 */
export const migrations = {
  "0008-people-036a1b02": people,
  "0010-chain-8abbd1bf": chain,
  "0011-tip-e81065ce": tip,
};

/** The database was made by another version of Colonnade. The message says what to do. */
export class DatabaseVersionError extends Error {
  override readonly name = "DatabaseVersionError";
}

/**
 * Brings the database to this version's tables.
 * @param remedy a sentence that says how to start with an empty database
 * @throws DatabaseVersionError when it has migrations that this version does not know
 */
export async function migrate(kysely: Kysely<Tables>, remedy: string): Promise<void> {
  const unknown = (await readMigrations(kysely)).find((name) => !(name in migrations));
  if (unknown !== undefined) {
    throw new DatabaseVersionError(
      `Another version of Colonnade made this database (its migration ${unknown} is unknown here). ${remedy} ` +
        "The chain is then indexed again; follows, applications, messages, reports and images in it are lost.",
    );
  }
  const migrator = new Migrator({
    db: kysely,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

/** The names of the migrations that have run on a database. */
async function readMigrations(kysely: Kysely<Tables>): Promise<string[]> {
  const { rows: tables } = await sql`
    select from pg_tables where schemaname = current_schema and tablename = 'kysely_migration'`.execute(
    kysely,
  );
  if (tables.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(kysely);
  return rows.map(({ name }) => name);
}
