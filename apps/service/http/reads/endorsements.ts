import type { calls } from "@colonnade/domain/http/contract.ts";
import type { z } from "zod";
import type { Database } from "../../db/database.ts";
import { searchable } from "../../db/json.ts";
import { arraySql, containing, endorsementSql, peopleJoinSql } from "./json-sql.ts";
import { pageStatement } from "./page-statement.ts";

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

/** A page of endorsements: the limit comes before the joins, and the place is a key, never an offset. */
export async function readEndorsementPage(database: Database, filter: Filter): Promise<string> {
  const values: unknown[] = [filter.limit];
  const conditions = ["status <> 'rejected'"];
  const given: string[] = [];
  const where = (name: string, condition: (parameter: string) => string, value: unknown) => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(condition(`$${values.length}`));
    given.push(name);
  };
  where("before", (parameter) => `id < ${parameter}`, filter.before);
  where("category", (parameter) => `category = ${parameter}`, filter.category);
  where("sender", (parameter) => `sender = ${parameter}`, filter.sender);
  where("receiver", (parameter) => `receiver = ${parameter}`, filter.receiver);
  where("org", (parameter) => `organization_id = ${parameter}`, filter.org);
  const sought = searchable(filter.search ?? "");
  where(
    "search",
    (parameter) => `search like ${parameter}`,
    sought === "" ? undefined : containing(sought),
  );
  if (filter.approved !== undefined) {
    conditions.push(filter.approved === "true" ? "status = 'approved'" : "status = 'pending'");
    given.push(`approved-${filter.approved}`);
  }
  const text = `with found as (
      select id, fragment, sender, receiver, row_number() over (order by id desc) as place from (
        select id, fragment, sender, receiver from endorsements
        where ${conditions.join(" and ")} order by id desc limit $1 + 1
      ) newest
    )
    select '{"items":' || ${arraySql(endorsementSql, "e.id desc")} || ',"next":'
      || case when (select count(*) from found) > $1 then '"' || min(e.id) || '"' else 'null' end
      || '}' as json
    from (select * from found where place <= $1) e ${peopleJoinSql}`;
  const statement = pageStatement("endorsement-page", given, text);
  return (await database.readJson(statement, values)) ?? '{"items":[],"next":null}';
}
