import { sql } from "kysely";

/** Rows written in one statement: well below the 65,535 parameters that PostgreSQL takes. */
const BATCH = 500;

/** `any($1)` over texts, so that the statement is the same for any number of them. */
export function anyText(values: readonly string[]) {
  return sql<string>`any(${[...values]}::text[])`;
}

/** `any($1)` over whole numbers. */
export function anyNumber(values: readonly number[]) {
  return sql<number>`any(${[...values]}::bigint[])`;
}

/** Parts a list into lists that one statement can write. */
export function batches<Item>(items: readonly Item[]): Item[][] {
  const parts: Item[][] = [];
  for (let start = 0; start < items.length; start += BATCH) {
    parts.push(items.slice(start, start + BATCH));
  }
  return parts;
}
