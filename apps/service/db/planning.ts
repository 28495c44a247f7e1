import type pg from "pg";

/** What every connection is told first: its database stands on solid state, where any page is as near as the next. */
export const PLANNING = "set random_page_cost = 1.1";

/** Tells a new connection of a pool's. */
export function tellPlanning(connection: pg.PoolClient): void {
  // It comes before what the connection was made for, and where the one fails, so does the other.
  connection.query(PLANNING, () => {});
}
