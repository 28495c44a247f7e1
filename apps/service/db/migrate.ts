import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { chain } from "./migrations/chain.ts";
import { dumpTip } from "./migrations/dump-tip.ts";
import { offChain } from "./migrations/off-chain.ts";
import type { Tables } from "./tables.ts";

/**
 * Migrations run in the order of their names, so a new one has the highest number. A name ends in a digest of the
 * statements. A migration that changes in place gets the next number and its new digest. Databases made by its old
 * statements are then refused.
 */
export const migrations = {
  "0024-chain-99edd715": running(chain),
  "0025-offchain-284a7bec": running(offChain),
  "0026-dumptip-55e97378": running(dumpTip),
};

function running(statements: readonly string[]): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}

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
