import { sql } from "kysely";

/** Whom watchers suspend now, as a digest: an expression of SQL. */
export const suspendedNow = sql<string>`(
  select md5(coalesce(string_agg(address, ',' order by address), '')) from profiles where suspended)`;
