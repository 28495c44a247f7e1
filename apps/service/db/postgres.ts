import { Kysely, PostgresDialect } from "kysely";
import {
  MIGRATION_TIMES,
  openPool,
  poolForKysely,
  REQUEST_TIMES,
  readTexts,
  type TimedPool,
  WORK_TIMES,
} from "./connection.ts";
import type { Database } from "./database.ts";
import { joinPostgres } from "./leadership.ts";
import { openPostgresList, openPostgresSnapshot } from "./long-list.ts";
import { migrate, type OnOpen } from "./migrate.ts";
import type { Tables } from "./tables.ts";
import { rethrow } from "./unavailable.ts";

/** Blocks are indexed one after the other, beside the other tasks of the leader. */
const WORK_CONNECTIONS = 4;

/**
 * Connects to PostgreSQL and migrates the database.
 * @param onOpen what to do instead of migrating
 * @throws DatabaseVersionError for a database that another version made
 */
export async function openPostgres(
  connectionString: string,
  onOpen: OnOpen = migrate,
): Promise<Database> {
  await prepare(connectionString, onOpen);
  const pool = openPool(connectionString, REQUEST_TIMES);
  const kysely = kyselyOf(pool);
  const work = kyselyOf(
    openPool(connectionString, WORK_TIMES, WORK_CONNECTIONS, planForAllValues),
    new Map(),
  );
  return {
    kysely,
    work,
    async readJson(statement, values) {
      const [json] = (await readTexts(pool, statement, values).catch(rethrow)) ?? [];
      return json ?? null;
    },
    openList: (text, signal) => openPostgresList(connectionString, text, signal),
    openSnapshot: (text, signal) => openPostgresSnapshot(connectionString, text, signal),
    openSchema(name) {
      // Not set by the connection's options, because options in the address would replace them.
      return kyselyOf(openPool(connectionString, MIGRATION_TIMES, 2, { search_path: name }));
    },
    join: (handlers) => joinPostgres(connectionString, handlers),
    close: async () => {
      await kysely.destroy();
      await work.destroy();
    },
  };
}

/** Otherwise PostgreSQL plans several statements of each block again, because lists in their values look costlier. */
const planForAllValues = { plan_cache_mode: "force_generic_plan" };

const kyselyOf = (pool: TimedPool, prepared?: Map<string, string>) =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool: poolForKysely(pool, prepared) }) });

async function prepare(connectionString: string, onOpen: OnOpen): Promise<void> {
  const kysely = kyselyOf(openPool(connectionString, MIGRATION_TIMES, 1));
  try {
    await onOpen(kysely, "Let DATABASE_URL name an empty database.");
  } finally {
    await kysely.destroy();
  }
}
