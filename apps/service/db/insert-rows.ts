import { type Insertable, sql } from "kysely";
import type { Trx } from "./database.ts";
import type { Tables } from "./tables.ts";

type ColumnType = "text" | "bigint" | "integer" | "boolean";

/** Rows written in one statement; their arrays are held in memory at once. */
const BATCH = 5_000;

/**
 * Writes rows, each column as one array, so that the statement is the same for any number of them
 * and a block's events cost one round trip.
 */
export async function insertRows<
  Name extends keyof Tables & string,
  Column extends keyof Insertable<Tables[Name]> & string,
>(
  trx: Trx,
  table: Name,
  columns: Record<Column, ColumnType>,
  rows: readonly Pick<Insertable<Tables[Name]>, Column>[],
): Promise<void> {
  const names = Object.keys(columns).filter((name): name is Column => name in columns);
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH);
    const arrays = names.map(
      (name) => sql`${batch.map((row) => row[name])}::${sql.raw(columns[name])}[]`,
    );
    await sql`
      insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
      select * from unnest(${sql.join(arrays)})`.execute(trx);
  }
}
