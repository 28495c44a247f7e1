import type { calls } from "@colonnade/domain/http/contract.ts";
import type { z } from "zod";
import type { Database } from "../../db/database.ts";
import { searchable } from "../../db/json.ts";
import { arraySql, endorsementSql, peopleJoinSql } from "./json-sql.ts";
import { gramsOf, hitsSql, namedSql, neededSql } from "./search-sql.ts";

type Filter = z.output<typeof calls.pageEndorsements.query>;

/** Every endorsement, newest first. */
export async function readEndorsements(database: Database): Promise<string> {
  const text = `select ${arraySql(endorsementSql, "e.id desc")} as json
    from endorsements e ${peopleJoinSql} where e.status <> 'rejected'`;
  return (await database.readJson({ name: "endorsements", text }, [])) ?? "[]";
}

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
  const values: unknown[] = [filter.limit];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions = ["status <> 'rejected'"];
  const given: string[] = [];
  const where = (name: string, condition: string, value: unknown) => {
    if (value === undefined) return;
    conditions.push(`${condition} ${parameter(value)}`);
    given.push(name);
  };
  where("before", "id <", filter.before);
  where("category", "category =", filter.category);
  where("sender", "sender =", filter.sender);
  where("receiver", "receiver =", filter.receiver);
  where("org", "organization_id =", filter.org);
  if (filter.approved !== undefined) {
    const status = filter.approved === "true" ? "approved" : "pending";
    conditions.push(`status = '${status}'`);
    given.push(status);
  }
  const sought = searchable(filter.search ?? "");
  if (sought !== "") given.push(`search-${window}`);
  const pageSql =
    sought === ""
      ? `page as (${newestSql(conditions)})`
      : searchedSql(conditions, parameter(sought), parameter(gramsOf(sought)), window);
  const text = `with ${pageSql},
    found as (select *, row_number() over (order by id desc) as place from page)
    select '{"items":' || ${arraySql(endorsementSql, "e.id desc")} || ',"next":'
      || case when (select count(*) from found) > $1 then '"' || min(e.id) || '"' else 'null' end
      || '}' as json
    from (select * from found where place <= $1) e ${peopleJoinSql}`;
  // PostgreSQL tells no names apart that are the same for 63 letters.
  const name = ["page", ...given].join(":");
  return (await database.readJson({ name, text }, values)) ?? '{"items":[],"next":null}';
}

function newestSql(conditions: readonly string[], columns = "id, fragment, sender, receiver") {
  return `select ${columns} from endorsements where ${conditions.join(" and ")}
    order by id desc limit $1 + 1`;
}

/** Those of the people and organizations whose names hold a text, where the newest endorsements do not fill a page. */
function searchedSql(
  conditions: readonly string[],
  sought: string,
  grams: string,
  window: number,
): string {
  const newestOf = (condition: string) => `(${newestSql([condition, ...conditions], "id")}) e`;
  const byIndex = `with named as materialized (
      select address from profiles where ${neededSql} and registered and ${namedSql(sought, grams)}
    )
    select e.id from named cross join lateral ${newestOf("sender = named.address")}
    union select e.id from named cross join lateral ${newestOf("receiver = named.address")}
    union select e.id from (
      select id from organizations where ${neededSql} and ${namedSql(sought, grams)}
    ) o cross join lateral ${newestOf("organization_id = o.id")}
    order by id desc limit $1 + 1`;
  const list = { table: "endorsements", columns: "id", order: "id desc", conditions };
  return `${hitsSql({ ...list, sought, window, byIndex })},
    page as (
      select id, fragment, sender, receiver from endorsements where id = any(array(select id from hits))
    )`;
}
