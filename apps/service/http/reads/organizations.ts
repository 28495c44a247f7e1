import type { calls } from "@colonnade/domain/http/contract.ts";
import { limits } from "@colonnade/domain/limits.ts";
import type { z } from "zod";
import type { Database } from "../../db/database.ts";
import { searchable } from "../../db/json.ts";
import { arraySql, briefSql, containing, newestEndorsementsSql } from "./json-sql.ts";
import { parseNameCursor } from "./name-cursor.ts";
import { pageStatement } from "./page-statement.ts";

type Filter = z.output<typeof calls.pageOrganizations.query>;

const openCardSql = `o.card || ',"issued":' || o.issued`;
const cardSql = `${openCardSql} || '}'`;

/** Every organization as a card, by name. */
export async function readOrganizations(database: Database): Promise<string> {
  const text = `select ${arraySql(cardSql, "o.name_key, o.id")} as json from organizations o`;
  return (await database.readJson({ name: "organizations", text }, [])) ?? "[]";
}

/** A page of organization cards, by name. */
export async function readOrganizationPage(database: Database, filter: Filter): Promise<string> {
  const values: unknown[] = [filter.limit];
  const conditions = ["true"];
  const given: string[] = [];
  if (filter.after !== undefined) {
    const { name, key } = parseNameCursor(filter.after);
    values.push(name, /^\d{1,15}$/.test(key) ? Number(key) : 0);
    conditions.push(`(name_key, id) > ($${values.length - 1}, $${values.length})`);
    given.push("after");
  }
  const sought = searchable(filter.search ?? "");
  if (sought !== "") {
    values.push(containing(sought));
    conditions.push(`search like $${values.length}`);
    given.push("search");
  }
  const text = `with found as (
      select *, row_number() over (order by name_key, id) as place from (
        select * from organizations where ${conditions.join(" and ")}
        order by name_key, id limit $1 + 1
      ) first
    )
    select '{"items":' || ${arraySql(cardSql, "o.place")} || ',"next":'
      || case when (select count(*) from found) > $1
        then to_json((select f.id || ' ' || f.name_key from found f where f.place = $1))::text
        else 'null' end
      || '}' as json
    from found o where o.place <= $1`;
  const statement = pageStatement("organization-page", given, text);
  return (await database.readJson(statement, values)) ?? '{"items":[],"next":null}';
}

const issuedSql = newestEndorsementsSql("organization_id = $1", limits.pageItems);

const organizationText = `select ${openCardSql} || ',"columnRepresentatives":'
    || (select ${arraySql(briefSql("b", "x.principal"), "x.place")} from representatives x
      left join profiles b on b.address = x.principal where x.organization_id = o.id)
    || ',"milestones":' || i.list || ',"sentMilestones":' || i.list || '}' as json
  from organizations o cross join lateral (select ${issuedSql} as list) i
  where o.id = $1`;

/** An organization whole, or null. */
export function readOrganization(database: Database, id: number): Promise<string | null> {
  return database.readJson({ name: "organization", text: organizationText }, [id]);
}
