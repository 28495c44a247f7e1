import { categories, unknownCategory } from "@colonnade/domain/category.ts";
import type { calls } from "@colonnade/domain/http/contract.ts";
import type { z } from "zod";
import type { Database, Statement } from "../../db/database.ts";
import { searchable } from "../../db/stored-text.ts";
import { gramsOf, hitsSql, namedSql, neededSql } from "./search-sql.ts";
import {
  detailsJoinSql,
  emptyPage,
  endorsementPageSql,
  endorsementSql,
  pageName,
} from "./shared-sql.ts";

type Filter = z.output<typeof calls.pageEndorsements.query>;

/** Every endorsement, newest first. */
export const everyEndorsement: Statement = {
  name: "endorsements",
  text: `select ${endorsementSql} as json from endorsements e ${detailsJoinSql}
    where e.status in ('pending', 'approved') order by e.id desc`,
};

/** One endorsement, or null. */
export function readEndorsement(database: Database, { id }: { id: number }) {
  const text = `select ${endorsementSql} as json
    from endorsements e ${detailsJoinSql}
    where e.id = $1 and e.status in ('pending', 'approved', 'withdrawn', 'held')`;
  return database.readJson({ name: "endorsement", text }, [id]);
}

/** Newest endorsements that a search reads before it looks up people by name. */
const WINDOW = 5_000;

/**
 * Reads a keyset page of endorsements. The limit is applied before the joins.
 * @param window as `WINDOW`
 */
export async function readEndorsementPage(
  database: Database,
  filter: Filter,
  window: number = WINDOW,
): Promise<string> {
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const place = filter.before === undefined ? [] : [`id < ${parameter(filter.before)}`];
  const { status, conditions } = stateOf(filter);
  const filters: Filters = {};
  for (const kind of ["category", "sender", "receiver", "org"] as const) {
    const value = filter[kind];
    if (value !== undefined) filters[kind] = parameter(value);
  }
  if (status !== undefined) filters.status = status;
  const list: NewestList = { filters, conditions: [...place, ...conditions] };
  // One more than the page tells whether there is a next page.
  const reach = filter.limit + 1;
  const sought = searchable(filter.search ?? "");
  const pageSql =
    sought === ""
      ? `page as (${newestSql(list, "id, fragment, sender, receiver, organization_id", reach)})`
      : searchedSql(list, reach, parameter(sought), parameter(gramsOf(sought)), window);
  const kind = `${place.length > 0 ? ":before" : ""}${sought === "" ? "" : `:search-${window}`}`;
  // A filtered list is not prepared: its best plan depends on how many rows the value has.
  const isPlain = Object.keys(filters).length === 0 && conditions.length === 0;
  const name = isPlain ? pageName(`endorsements${kind}`, filter.limit) : null;
  const text = endorsementPageSql(pageSql, filter.limit);
  return (await database.readJson({ name, text }, values)) ?? emptyPage;
}

/** The state of the endorsements that a filter asks for. Without a status, they wait or are approved. */
function stateOf({ approved, suggested, withdrawn }: Filter): {
  status?: Status;
  conditions: string[];
} {
  const asked = [approved === "true", suggested === "true", withdrawn === "true"];
  // An endorsement is approved, or open to suggestions, or withdrawn.
  if (asked.filter(Boolean).length > 1) return { conditions: ["false"] };
  const conditions = suggested === undefined ? [] : [`suggested = ${suggested}`];
  if (withdrawn === "true") return { status: "withdrawn", conditions };
  if (approved === "false" || suggested === "true") return { status: "pending", conditions };
  return approved === "true" ? { status: "approved", conditions } : { conditions };
}

/** Selects a page by text: from the newest endorsements, then by the names of people and organizations. */
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
      select id, fragment, sender, receiver, organization_id from endorsements where id = any(array(select id from hits))
    )`;
}

const filterColumns = {
  category: "category",
  sender: "sender",
  receiver: "receiver",
  org: "organization_id",
} as const;
const kinds = ["category", "sender", "receiver", "org"] as const;

/** Filters, each with the SQL of its value. Without a status, a list has those that wait and those that are approved. */
type Filters = Partial<Record<keyof typeof filterColumns, string>> & { status?: Status };

const listed = ["pending", "approved"] as const;
type Status = (typeof listed)[number] | "withdrawn";

/** A list of endorsements, newest first. */
interface NewestList {
  filters: Filters;
  /** Further conditions. */
  conditions: readonly string[];
}

const everyCategory = [...categories, unknownCategory].map(({ name }) => name);

/**
 * Selects columns of a list in its order, by index alone. Every index of a person or an organization has one status,
 * and one category if the index has categories. A filter that leaves them open merges the lists of their values.
 * @param reach rows at most
 */
export function newestSql(
  { filters, conditions }: NewestList,
  columns: string,
  reach: number,
): string {
  const given = kinds.flatMap((kind) => {
    const value = filters[kind];
    return value === undefined ? [] : [`${filterColumns[kind]} = ${value}`];
  });
  const order = `order by id desc limit ${reach}`;
  const parts = partsOf(filters).map((part) => [...given, ...conditions, ...part].join(" and "));
  if (parts.length === 1) return `select ${columns} from endorsements where ${parts[0]} ${order}`;
  const lists = parts.map((part) => `(select * from endorsements where ${part} ${order})`);
  return `select ${columns} from (${lists.join(" union all ")}) parts ${order}`;
}

/** Conditions that split a list into lists that an index has in order. */
function partsOf({ sender, receiver, org, category, status }: Filters): string[][] {
  const isOfNobody = (receiver ?? sender ?? org) === undefined;
  if (isOfNobody && category === undefined && status === undefined) {
    return [["status in ('pending', 'approved')"]];
  }
  const byStatus = (status === undefined ? listed : [status]).map((each) => `status = '${each}'`);
  const isSentAsOrganization = sender !== undefined && org !== undefined && receiver === undefined;
  if (!isSentAsOrganization || category !== undefined) return byStatus.map((each) => [each]);
  return everyCategory.flatMap((name) => byStatus.map((each) => [`category = '${name}'`, each]));
}
