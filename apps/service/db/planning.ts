import type pg from "pg";

/**
 * What every connection that reads or writes is told first: its database stands on solid state, where any page is as
 * near as the next; and a statement that is prepared is planned for the values it comes with, not for all alike.
 */
export const PLANNING = `select set_config('random_page_cost', '1.1', false),
  set_config('plan_cache_mode', 'force_custom_plan', false)`;

/** Tells a new connection, which is not used before it knows. */
export async function tellPlanning(connection: pg.ClientBase): Promise<void> {
  await connection.query(PLANNING);
}
