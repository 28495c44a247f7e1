import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Database, Statement } from "./database.ts";
import { migrate } from "./migrate.ts";
import { joinPostgres } from "./peers.ts";
import { queryOf, tellPlanning } from "./planning.ts";
import { openPostgresList } from "./postgres-list.ts";
import type { Tables } from "./tables.ts";

/** `bigint` as a number, as everywhere in the service. */
export const getTypeParser = (oid: number, format?: "text" | "binary") =>
  oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format);

/** Connects to PostgreSQL and migrates it. */
export async function openPostgres(connectionString: string): Promise<Database> {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    types: { getTypeParser },
    onConnect: tellPlanning,
  });
  // An idle connection that breaks is replaced at the next query, and one that breaks while it ends is not
  // needed any more; without listeners either would end the process.
  pool.on("error", () => {});
  pool.on("connect", (connection) => connection.on("error", () => {}));
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    await migrate(kysely);
  } catch (error) {
    await kysely.destroy();
    throw error;
  }
  return {
    kysely,
    async readJson(statement: Statement, values: readonly unknown[]) {
      const { rows } = await pool.query<{ json: string }>(queryOf(statement, values));
      return rows[0]?.json ?? null;
    },
    openList: (text, signal) => openPostgresList(connectionString, text, signal),
    join: (handlers) => joinPostgres(connectionString, handlers),
    close: () => kysely.destroy(),
  };
}
