import { type Kysely, sql } from "kysely";
import { Migrator } from "kysely/migration";
import * as chain from "./migrations/chain.ts";
import * as dumps from "./migrations/dumps.ts";
import * as linked from "./migrations/linked-images.ts";
import * as tip from "./migrations/node-tip.ts";
import * as people from "./migrations/people.ts";
import type { Tables } from "./tables.ts";

/**
 * They run in the order of their names, so a new one has the highest number. A name ends in a digest of the statements.
 * One that changes in place gets the next number and its new digest, so that databases which it made before are refused.
 */
export const migrations = {
  "0011-tip-e81065ce": tip,
  "0017-people-f4aec52e": people,
  "0018-chain-fba47092": chain,
  "0019-dumps-970e9d02": dumps,
  "0020-linked-2f44ad89": linked,
};

/** The database was made by another version of Colonnade. The message says what to do. */
export class DatabaseVersionError extends Error {
  override readonly name = "DatabaseVersionError";
}

/**
 * The migrations that have not run on a database, in order.
 * @param remedy a sentence that says how to start with an empty database
 * @throws DatabaseVersionError when it has migrations that this version does not know
 */
export async function readPending(kysely: Kysely<Tables>, remedy: string): Promise<string[]> {
  const known = await readMigrations(kysely);
  const unknown = known.find((name) => !(name in migrations));
  if (unknown !== undefined) {
    throw new DatabaseVersionError(
      `Another version of Colonnade made this database (its migration ${unknown} is unknown here). ${remedy} ` +
        "The chain is then indexed again; follows, applications, messages, reports, decisions, images and the keys that sign credentials are lost.",
    );
  }
  return Object.keys(migrations).filter((name) => !known.includes(name));
}

/**
 * Refuses a database without this version's tables.
 * @param remedy as for `readPending`
 * @throws DatabaseVersionError
 */
export async function checkMigrated(kysely: Kysely<Tables>, remedy: string): Promise<void> {
  const pending = await readPending(kysely, remedy);
  if (pending.length === 0) return;
  throw new DatabaseVersionError(
    `The database lacks the migrations ${pending.join(", ")}. Run \`npm run colonnade -- migrate\` first.`,
  );
}

/**
 * Brings the database to this version's tables.
 * @param schema the schema that the database was opened with, if it is not the usual one
 * @throws DatabaseVersionError as `readPending`
 */
export async function migrate(
  kysely: Kysely<Tables>,
  remedy: string,
  schema?: string,
): Promise<void> {
  await readPending(kysely, remedy);
  const migrator = new Migrator({
    db: kysely,
    ...(schema === undefined ? {} : { migrationTableSchema: schema }),
    provider: { getMigrations: () => Promise.resolve(migrations) },
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

/** What is done with the tables when a database is opened. */
export type OnOpen = (kysely: Kysely<Tables>, remedy: string) => Promise<void>;

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
