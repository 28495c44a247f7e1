import type { calls } from "@colonnade/domain/http/contract.ts";
import { limits } from "@colonnade/domain/limits.ts";
import type { z } from "zod";
import type { Database, Statement } from "../../db/database.ts";
import { arraySql, briefSql, newestEndorsementsSql } from "./json-sql.ts";
import { type NameList, readNamePage } from "./name-page.ts";

type Filter = z.output<typeof calls.pageOrganizations.query>;

const openCardSql = `o.card || ',"issued":' || o.issued`;
const cardSql = `${openCardSql} || '}'`;

/** Every organization as a card, by name. */
export const everyOrganization: Statement = {
  name: "organizations",
  text: `select ${cardSql} as json from organizations o order by o.name_key, o.id`,
};

const byName: NameList = {
  table: "organizations",
  key: "id",
  condition: "true",
  itemSql: cardSql,
  row: "o",
  parseKey: (key) => (/^\d{1,15}$/.test(key) ? Number(key) : 0),
};

/** A page of organization cards, by name. */
export function readOrganizationPage(
  database: Database,
  filter: Filter,
  window?: number,
): Promise<string> {
  return readNamePage(database, byName, filter, window);
}

const issuedSql = newestEndorsementsSql("organization_id = $1", limits.pageItems);

const organizationText = `select ${openCardSql} || ',"columnRepresentatives":'
    || (select ${arraySql(briefSql("b", "x.principal"), "x.place")} from representatives x
      left join profiles b on b.address = x.principal where x.organization_id = o.id)
    || ',"milestones":' || i.list || ',"sentMilestones":' || i.list || '}' as json
  from organizations o cross join lateral (select ${issuedSql} as list) i
  where o.id = $1`;

/** An organization as a card, or null. */
export function readOrganizationCard(database: Database, id: number): Promise<string | null> {
  const text = `select ${cardSql} as json from organizations o where o.id = $1`;
  return database.readJson({ name: "organization-card", text }, [id]);
}

/** An organization whole, or null. */
export function readOrganization(database: Database, id: number): Promise<string | null> {
  return database.readJson({ name: "organization", text: organizationText }, [id]);
}
