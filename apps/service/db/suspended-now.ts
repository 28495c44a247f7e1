import { sql } from "kysely";

/** SQL for a digest of the people whom watchers suspend now. */
export const suspendedNow = sql<string>`(
  select md5(coalesce(string_agg(address, ',' order by address), '')) from profiles where suspended)`;
