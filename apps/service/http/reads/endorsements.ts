import type { calls } from "@colonnade/domain/http/contract.ts";
import type { z } from "zod";
import type { Database, Statement } from "../../db/database.ts";
import { searchable } from "../../db/json.ts";
import { arraySql, endorsementSql, peopleJoinSql } from "./json-sql.ts";
import { type Filters, type NewestList, newestSql } from "./newest-sql.ts";
import { pageName } from "./page-name.ts";
import { gramsOf, hitsSql, namedSql, neededSql } from "./search-sql.ts";

type Filter = z.output<typeof calls.pageEndorsements.query>;

/** Every endorsement, newest first. */
export const everyEndorsement: Statement = {
  name: "endorsements",
  text: `select ${endorsementSql} as json from endorsements e ${peopleJoinSql}
    where e.status <> 'rejected' order by e.id desc`,
};

/** One endorsement, or null. */
export function readEndorsement(database: Database, id: number): Promise<string | null> {
  const text = `select ${endorsementSql} as json
    from endorsements e ${peopleJoinSql} where e.id = $1 and e.status <> 'rejected'`;
  return database.readJson({ name: "endorsement", text }, [id]);
}

/** So many of the newest are read for a text before its people are looked up. */
const WINDOW = 5_000;

/**
 * A page of endorsements: the limit comes before the joins, and the place is a key, never an offset.
 * @param window how many of the newest are read for a text before its people are looked up
 */
export async function readEndorsementPage(
  database: Database,
  filter: Filter,
  window: number = WINDOW,
): Promise<string> {
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const place = filter.before === undefined ? [] : [`id < ${parameter(filter.before)}`];
  const filters: Filters = {};
  for (const kind of ["category", "sender", "receiver", "org"] as const) {
    const value = filter[kind];
    if (value !== undefined) filters[kind] = parameter(value);
  }
  const status = { true: "approved", false: "pending", any: undefined }[filter.approved ?? "any"];
  if (status !== undefined) filters.status = `'${status}'`;
  const list: NewestList = { filters, conditions: place };
  // One more than the page, to see whether there is another.
  const reach = filter.limit + 1;
  const sought = searchable(filter.search ?? "");
  const pageSql =
    sought === ""
      ? `page as (${newestSql(list, "id, fragment, sender, receiver", reach)})`
      : searchedSql(list, reach, parameter(sought), parameter(gramsOf(sought)), window);
  const text = `with ${pageSql},
    found as (select *, row_number() over (order by id desc) as place from page)
    select '{"items":' || ${arraySql(endorsementSql, "e.id desc")} || ',"next":'
      || case when (select count(*) from found) > ${filter.limit} then '"' || min(e.id) || '"' else 'null' end
      || '}' as json
    from (select * from found where place <= ${filter.limit}) e ${peopleJoinSql}`;
  const kind = `${place.length > 0 ? ":before" : ""}${sought === "" ? "" : `:search-${window}`}`;
  // How many one finds by a filter depends on its value, and how they are best found on how many they are.
  const isPlain = Object.keys(filters).length === 0;
  const name = isPlain ? pageName(`endorsements${kind}`, filter.limit) : null;
  return (await database.readJson({ name, text }, values)) ?? '{"items":[],"next":null}';
}

/** Those of the people and organizations whose names hold a text, where the newest endorsements do not fill a page. */
function searchedSql(
  list: NewestList,
  reach: number,
  sought: string,
  grams: string,
  window: number,
): string {
  const newestOf = (kind: "sender" | "receiver" | "org", value: string) => {
    const wanted = list.filters[kind];
    const conditions =
      wanted === undefined ? list.conditions : [...list.conditions, `${wanted} = ${value}`];
    const theirs = { filters: { ...list.filters, [kind]: value }, conditions };
    return `(${newestSql(theirs, "id", reach)}) e`;
  };
  const byIndex = `with named as materialized (
      select address from profiles where ${neededSql} and registered and ${namedSql(sought, grams)}
    )
    select e.id from named cross join lateral ${newestOf("sender", "named.address")}
    union select e.id from named cross join lateral ${newestOf("receiver", "named.address")}
    union select e.id from (
      select id from organizations where ${neededSql} and ${namedSql(sought, grams)}
    ) o cross join lateral ${newestOf("org", "o.id")}
    order by id desc limit ${reach}`;
  const listSql = (columns: string, count: number) => newestSql(list, columns, count);
  return `${hitsSql({ columns: "id", order: "id desc", listSql, sought, reach, window, byIndex })},
    page as (
      select id, fragment, sender, receiver from endorsements where id = any(array(select id from hits))
    )`;
}
