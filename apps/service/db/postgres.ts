import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import { configureConnection, openPool, queryOf } from "./connection.ts";
import type { Database } from "./database.ts";
import { joinPostgres } from "./leadership.ts";
import { openPostgresList } from "./long-list.ts";
import { migrate, type OnOpen } from "./migrate.ts";
import type { Tables } from "./tables.ts";

/**
 * Connects to PostgreSQL and migrates the database.
 * @param onOpen what to do instead of migrating
 * @throws DatabaseVersionError for a database that another version made
 */
export async function openPostgres(
  connectionString: string,
  onOpen: OnOpen = migrate,
): Promise<Database> {
  const pool = openPool({ connectionString });
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    await onOpen(kysely, "Let DATABASE_URL name an empty database.");
  } catch (error) {
    await kysely.destroy();
    throw error;
  }
  return {
    kysely,
    async readJson(statement, values) {
      const { rows } = await pool.query<{ json: string }>(queryOf(statement, values));
      return rows[0]?.json ?? null;
    },
    openList: (text, signal) => openPostgresList(connectionString, text, signal),
    openSchema(name) {
      // Not by the connection's options: those in the address would replace them.
      const onConnect = async (connection: pg.ClientBase) => {
        await configureConnection(connection);
        await connection.query("select set_config('search_path', $1, false)", [name]);
      };
      const inSchema = openPool({ connectionString, max: 2, onConnect });
      return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: inSchema }) });
    },
    join: (handlers) => joinPostgres(connectionString, handlers),
    close: () => kysely.destroy(),
  };
}
