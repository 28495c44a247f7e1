import { sql } from "kysely";
import type { Database } from "../../db/database.ts";

/**
 * The ids of the approved endorsements of a range, both ends included.
 * @returns null where no endorsement has an id so high; the first range is always there
 */
export async function readApprovedIds(
  { kysely }: Database,
  first: number,
  last: number,
): Promise<number[] | null> {
  if (!Number.isSafeInteger(last)) return null;
  const { rows } = await sql<{ newest: number | null; ids: string | null }>`
    select (select max(id) from endorsements) as newest, string_agg(id::text, ',' order by id) as ids
    from endorsements where id between ${first} and ${last} and status = 'approved'`.execute(
    kysely,
  );
  const [row] = rows;
  if (row === undefined || (row.newest ?? 1) < first) return null;
  return row.ids === null ? [] : row.ids.split(",").map(Number);
}
