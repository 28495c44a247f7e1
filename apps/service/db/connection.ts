import pg from "pg";
import type { Statement } from "./database.ts";

/**
 * Run first on every connection that reads or writes: the database is on solid-state disks, where reading any page
 * costs about as much as reading the next one.
 */
export const PLANNER_SETTINGS = "select set_config('random_page_cost', '1.1', false)";

/** Applies the planner's settings to a new connection before it is used. */
export async function configureConnection(connection: pg.ClientBase): Promise<void> {
  await connection.query(PLANNER_SETTINGS);
}

/** `bigint` as a number, as everywhere in the service. */
function getTypeParser(oid: number, format?: "text" | "binary") {
  return oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format);
}

/** A pool of configured connections. */
export function openPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    max: 10,
    types: { getTypeParser },
    onConnect: configureConnection,
    ...options,
  });
  // An idle connection that breaks is replaced at the next query. One that breaks while it closes is not needed any
  // more. Without these listeners either would end the process.
  pool.on("error", () => {});
  pool.on("connect", (connection) => connection.on("error", () => {}));
  return pool;
}

/** A statement as a query. A named one is prepared: PostgreSQL plans it for all values after a few runs. */
export function queryOf({ name, text }: Statement, values: readonly unknown[]): pg.QueryConfig {
  const query = { text, values: [...values] };
  return name === null ? query : { ...query, name };
}
