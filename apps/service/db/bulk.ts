import { CompiledQuery, type Insertable, sql } from "kysely";
import { copyStatement } from "./copy.ts";
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

/** Characters of rows that one statement writes, unless a single row is longer. Making them takes some milliseconds. */
const LARGEST = 1_000_000;

/**
 * Inserts rows by COPY, which takes PostgreSQL less than half of the time of an `insert`. Other requests are served while
 * the database works on a batch.
 * @param rows all with the same columns, which are texts, numbers or booleans; taken as they are written. None may exist
 */
export async function insertRows<Name extends keyof Tables & string>(
  trx: Trx,
  table: Name,
  rows: Iterable<Insertable<Tables[Name]>>,
): Promise<void> {
  for (const { names, texts } of batches(rows, copiedRow)) {
    const columns = names.map((name) => `"${name}"`).join();
    const text = copyStatement(`copy "${table}" (${columns})`);
    await trx.executeQuery(CompiledQuery.raw(text, [texts.join("")]));
  }
}

const escapes = new Map([
  ["\\", "\\\\"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

/** A row in the text format of COPY. */
function copiedRow(row: object, names: readonly string[]): string {
  const fields = names.map((name) => {
    const value: unknown = Reflect.get(row, name);
    if (value === undefined) throw new Error(`A row has no ${name}`);
    return value === null
      ? "\\N"
      : String(value).replaceAll(/[\\\n\r\t]/g, (special) => escapes.get(special) ?? special);
  });
  return `${fields.join("\t")}\n`;
}

/**
 * Writes rows as one JSON parameter, so that a usual block's rows cost one round trip. A row that exists is updated.
 * @param rows all with the same columns; taken as they are written
 * @param key the primary key
 */
export async function writeRows<Name extends keyof Tables & string>(
  trx: Trx,
  table: Name,
  rows: Iterable<Insertable<Tables[Name]>>,
  key: keyof Tables[Name] & string,
): Promise<void> {
  for (const { names, texts } of batches(rows, (row) => JSON.stringify(row))) {
    const columns = sql.join(names.map((name) => sql.ref(name)));
    const changes = names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`);
    await sql`
      insert into ${sql.table(table)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${`[${texts.join()}]`}::json)
      on conflict (${sql.ref(key)}) do update set ${sql.join(changes)}`.execute(trx);
  }
}

function* batches(
  rows: Iterable<object>,
  write: (row: object, names: readonly string[]) => string,
): Iterable<{ names: string[]; texts: string[] }> {
  let texts: string[] = [];
  let length = 0;
  let names: string[] = [];
  for (const row of rows) {
    if (texts.length === 0) names = Object.keys(row);
    const text = write(row, names);
    if (texts.length > 0 && length + text.length > LARGEST) {
      yield { names, texts };
      texts = [];
      length = 0;
    }
    texts.push(text);
    length += text.length;
  }
  if (texts.length > 0) yield { names, texts };
}
