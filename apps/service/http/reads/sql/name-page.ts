import type { Database } from "../../../db/database.ts";
import { searchable, withoutNul } from "../../../db/stored-text.ts";
import { arraySql, emptyPage, pageName } from "./json-fragments.ts";
import { missedSql, namedSql, soughtSql, windowSql } from "./search.ts";

/** A list that is sorted by name, and by a key among equal names. */
export interface NameList {
  table: "profiles" | "organizations";
  key: "address" | "id";
  condition: string;
  /** An item as JSON, from a row of this name. */
  itemSql: string;
  row: string;
  parseKey(key: string): string | number;
}

interface Filter {
  limit: number;
  after?: string | undefined;
  search?: string | undefined;
}

/** Rows from the start of the list that a search reads before it uses the index of pieces. */
const WINDOW = 2_000;

/**
 * Reads a keyset page of a list by name.
 * @param window as `WINDOW`
 */
export async function readNamePage(
  database: Database,
  { table, key, condition, itemSql, row, parseKey }: NameList,
  { limit, after, search = "" }: Filter,
  window: number = WINDOW,
): Promise<string> {
  const values: unknown[] = [];
  // One more than the page tells whether there is a next page.
  const reach = limit + 1;
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions = [condition];
  const order = `name_key, ${key}`;
  if (after !== undefined) {
    const place = parseCursor(after);
    conditions.push(`(${order}) > (${parameter(place.name)}, ${parameter(parseKey(place.key))})`);
  }
  const firstSql = (columns: string, count: string | number, all: readonly string[] = conditions) =>
    `select ${columns} from ${table} where ${all.join(" and ")} order by ${order} limit ${count}`;
  const sought = searchable(search);
  let pageSql = `page as (${firstSql("*", reach)})`;
  if (sought !== "") {
    const text = soughtSql(parameter, sought);
    const missed = missedSql("seen");
    const byIndex = firstSql(order, reach, [...conditions, missed, namedSql(text)]);
    const searched = { columns: order, order, listSql: firstSql, sought: text, reach };
    pageSql = `${windowSql("seen", searched, window)},
      hits as materialized (select ${order} from seen where not ${missed} union all (${byIndex})),
      page as (select * from ${table} where ${key} = any(array(select ${key} from hits)))`;
  }
  const text = `with ${pageSql},
    found as (select *, row_number() over (order by ${order}) as place from page)
    select '{"items":' || ${arraySql(itemSql, `${row}.place`)} || ',"next":'
      || case when (select count(*) from found) > ${limit}
        then to_json((select f.${key} || ' ' || f.name_key from found f where f.place = ${limit}))::text
        else 'null' end
      || '}' as json
    from found ${row} where ${row}.place <= ${limit}`;
  const kind = `${after === undefined ? "" : ":after"}${sought === "" ? "" : `:search-${window}`}`;
  const name = pageName(`${table}${kind}`, limit);
  return (await database.readJson({ name, text }, values)) ?? emptyPage;
}

/** Parses the cursor `{key} {name}`. Keys hold no space. */
function parseCursor(cursor: string): { name: string; key: string } {
  const text = withoutNul(cursor);
  const space = text.indexOf(" ");
  return space < 0
    ? { name: text, key: "" }
    : { name: text.slice(space + 1), key: text.slice(0, space) };
}
