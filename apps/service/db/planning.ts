import type pg from "pg";
import type { Statement } from "./database.ts";

/**
 * What every connection that reads or writes is told first: its database stands on solid state, where any page is as
 * near as the next.
 */
export const PLANNING = "select set_config('random_page_cost', '1.1', false)";

/** Tells a new connection, which is not used before it knows. */
export async function tellPlanning(connection: pg.ClientBase): Promise<void> {
  await connection.query(PLANNING);
}

/** A statement as a query, prepared if it has a name: PostgreSQL then plans it for all values after a few runs. */
export function queryOf({ name, text }: Statement, values: readonly unknown[]): pg.QueryConfig {
  const query = { text, values: [...values] };
  return name === null ? query : { ...query, name };
}
