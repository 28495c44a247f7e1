import { type Insertable, sql } from "kysely";
import type { Trx } from "./database.ts";
import type { Tables } from "./tables.ts";

// A list is passed as one parameter, so that a statement's text is the same for any number of values.

/** `any($1)` over texts. */
export function anyText(values: readonly string[]) {
  return sql<string>`any(${[...values]}::text[])`;
}

/** `any($1)` over whole numbers. */
export function anyNumber(values: readonly number[]) {
  return sql<number>`any(${[...values]}::bigint[])`;
}

/** Characters of JSON that one statement writes, unless a single row is longer. Making them takes some milliseconds. */
const LARGEST = 1_000_000;

/**
 * Writes rows as one JSON parameter, so that a usual block's events cost one round trip. Other requests are served
 * while the database works on a batch.
 * @param rows all with the same columns; taken as they are written
 * @param key the primary key: a row that exists is updated. Without it, no row may exist
 */
export async function writeRows<Name extends keyof Tables & string>(
  trx: Trx,
  table: Name,
  rows: Iterable<Insertable<Tables[Name]>>,
  key?: keyof Tables[Name] & string,
): Promise<void> {
  for (const { names, json } of batches(rows)) {
    const columns = sql.join(names.map((name) => sql.ref(name)));
    const changes = names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`);
    const update =
      key === undefined
        ? sql``
        : sql`on conflict (${sql.ref(key)}) do update set ${sql.join(changes)}`;
    await sql`
      insert into ${sql.table(table)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)
      ${update}`.execute(trx);
  }
}

function* batches(rows: Iterable<object>): Iterable<{ names: string[]; json: string }> {
  let batch: string[] = [];
  let length = 0;
  let names: string[] = [];
  for (const row of rows) {
    if (batch.length === 0) names = Object.keys(row);
    const json = JSON.stringify(row);
    if (batch.length > 0 && length + json.length > LARGEST) {
      yield { names, json: `[${batch.join()}]` };
      batch = [];
      length = 0;
    }
    batch.push(json);
    length += json.length;
  }
  if (batch.length > 0) yield { names, json: `[${batch.join()}]` };
}
