import type { calls } from "@colonnade/domain/http/contract.ts";
import { limits } from "@colonnade/domain/limits.ts";
import type { z } from "zod";
import type { Database, Statement } from "../../db/database.ts";
import { newestSql } from "./endorsements.ts";
import { arraySql, briefSql, endorsementsSql } from "./sql/json-fragments.ts";
import { type NameList, readNamePage } from "./sql/name-page.ts";

type Filter = z.output<typeof calls.pageOrganizations.query>;

const openCardSql = `o.card || ',"issued":' || o.issued`;
export const organizationCardSql = `${openCardSql} || '}'`;

/** Every organization as a card, by name. */
export const everyOrganization: Statement = {
  name: "organizations",
  text: `select ${organizationCardSql} as json from organizations o order by o.name_key, o.id`,
};

const byName: NameList = {
  table: "organizations",
  key: "id",
  condition: "true",
  itemSql: organizationCardSql,
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

const issuedSql = endorsementsSql(
  newestSql({ filters: { org: "$1" }, conditions: [], place: null }, "*", limits.pageItems),
);

/** Selects from the people with a role, with their profiles as `b`. */
const ofRoleSql = (selected: string, role: string) =>
  `(select ${selected} from organization_roles x left join profiles b on b.address = x.principal
    where x.organization_id = o.id and x.role = '${role}')`;

const roleSql = briefSql("b", "x.principal");
const roleListSql = arraySql(roleSql, "x.place");
const replacementSql = `'{"from":' || o.replacement_from || ',"columnAdmin":' || ${roleSql} || '}'`;

const organizationText = `select ${openCardSql}
    || ',"columnRepresentatives":' || ${ofRoleSql(roleListSql, "representative")}
    || ',"columnInvited":' || ${ofRoleSql(roleListSql, "invited")}
    || ',"columnProposedAdmin":' || coalesce(${ofRoleSql(roleSql, "proposed-admin")}, 'null')
    || ',"replacement":' || coalesce(${ofRoleSql(replacementSql, "replacement")}, 'null')
    || ',"milestones":' || i.list || ',"sentMilestones":' || i.list || '}' as json
  from organizations o cross join lateral (select ${issuedSql} as list) i
  where o.id = $1`;

/** An organization with its details, or null. */
export function readOrganization(database: Database, { id }: { id: number }) {
  return database.readJson({ name: "organization", text: organizationText }, [id]);
}
