import type pg from "pg";

/** What every connection is told first: its database stands on solid state, where any page is as near as the next. */
export const PLANNING = "set random_page_cost = 1.1";

/** Tells a pool's new connection, which is not used before it knows. */
export async function tellPlanning(connection: pg.ClientBase): Promise<void> {
  await connection.query(PLANNING);
}
