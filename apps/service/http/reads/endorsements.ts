import { categories, unknownCategory } from "@colonnade/domain/category.ts";
import type { calls } from "@colonnade/domain/http/contract.ts";
import { limits } from "@colonnade/domain/limits.ts";
import type { z } from "zod";
import type { Database, Statement } from "../../db/database.ts";
import { searchable } from "../../db/stored-text.ts";
import {
  detailsJoinSql,
  emptyPage,
  endorsementPageSql,
  endorsementSql,
  pageName,
} from "./sql/json-fragments.ts";
import {
  missedSql,
  namedSql,
  type Sought,
  soughtSql,
  unplannedSql,
  windowSql,
} from "./sql/search.ts";

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

/** How far a search goes before it takes the next way to find a page. */
interface SearchReach {
  /** Newest endorsements that are read first. They hold a common text. */
  near: number;
  /** People with the text in their names, whose endorsements are merged without reading on. */
  people: number;
  /** These people times the text's endorsements among the first: above this, reading on is faster than merging. */
  dense: number;
  /** Newest endorsements that are read if more people have the text, or it is dense. */
  far: number;
}

const SEARCH_REACH: SearchReach = { near: 500, people: 120, dense: 80, far: 5_000 };

/** The index of all endorsements holds their search texts, so reading on takes less there. */
const FAR_OF_ALL = 20_000;

/**
 * Reads a keyset page of endorsements. The limit is applied before the joins.
 * @param searchReach the usual one if absent
 */
export async function readEndorsementPage(
  database: Database,
  filter: Filter,
  searchReach?: SearchReach,
): Promise<string> {
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const sought = searchable(filter.search ?? "");
  const list = listOf(filter, parameter);
  // A filtered list is not prepared: its best plan depends on how many rows the value has.
  const isWhole = Object.keys(list.filters).length === 0 && list.conditions.length === 0;
  // One more than the page tells whether there is a next page.
  const reach = filter.limit + 1;
  const usual = isWhole ? { ...SEARCH_REACH, far: FAR_OF_ALL } : SEARCH_REACH;
  const pageSql =
    sought === ""
      ? `page as (${newestSql(list, "id, fragment, sender, receiver, organization_id", reach)})`
      : searchedSql(list, reach, soughtSql(parameter, sought), searchReach ?? usual);
  const kind = `${list.place === null ? "" : ":before"}${sought === "" ? "" : ":search"}`;
  const isPrepared = isWhole && searchReach === undefined;
  const name = isPrepared ? pageName(`endorsements${kind}`, filter.limit) : null;
  const text = endorsementPageSql(pageSql, filter.limit);
  return (await database.readJson({ name, text }, values)) ?? emptyPage;
}

/** @param parameter adds a value to the statement's, and names its parameter */
function listOf(filter: Filter, parameter: (value: unknown) => string): NewestList {
  const { before, search = "" } = filter;
  const { status, conditions } = stateOf(filter);
  const filters: Filters = {};
  for (const kind of ["category", "sender", "receiver", "org"] as const) {
    const value = filter[kind];
    if (value !== undefined) filters[kind] = parameter(value);
  }
  if (status !== undefined) filters.status = status;
  if (before === undefined) return { filters, conditions, place: null };
  const place = parameter(before);
  const isSearch = searchable(search) !== "";
  return { filters, conditions, place: isSearch ? unplannedSql(place, "bigint") : place };
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

/**
 * Selects a page by text. A common text is among the newest endorsements. For a rare one, the lists of the few people
 * and organizations with it in their names are merged. Between the two, reading on finds a page sooner than merging
 * the lists of hundreds; only where that fails, all of them are merged.
 */
function searchedSql(
  list: NewestList,
  reach: number,
  sought: Sought,
  { near, people, dense, far }: SearchReach,
): string {
  const newestOf = (kind: "sender" | "receiver" | "org", value: string) => {
    const wanted = list.filters[kind];
    const conditions =
      wanted === undefined ? list.conditions : [...list.conditions, `${wanted} = ${value}`];
    const theirs = { ...list, filters: { ...list.filters, [kind]: value }, conditions };
    return `(${newestSql(theirs, "id", reach)}) e`;
  };
  const listSql = (columns: string, count: number) => newestSql(list, columns, count);
  const searched = { columns: "id", order: "id desc", listSql, sought, reach };
  const missedNear = missedSql("near");
  const many = `(${missedNear} and (select count(*) > ${people}
    or count(*) * (select count(*) from near) > ${dense} from few))`;
  const missedFar = missedSql("far");
  const merged = `((${missedNear} and not ${many}) or ${missedFar})`;
  const named = `registered and ${namedSql(sought)}`;
  return `${windowSql("near", searched, near)},
    few as materialized (
      select address from profiles where ${missedNear} and ${named} limit ${people + 1}
    ),
    ${windowSql("far", searched, far, many)},
    named as materialized (
      select address from few where not ${many}
      union all select address from profiles where ${missedFar} and ${named}
    ),
    hits as materialized (
      select id from near where not ${missedNear}
      union all select id from far where ${many} and not ${missedFar}
      union all (
        select e.id from named cross join lateral ${newestOf("sender", "named.address")}
        union select e.id from named cross join lateral ${newestOf("receiver", "named.address")}
        union select e.id from (
          select id from organizations where ${merged} and ${namedSql(sought)}
        ) o cross join lateral ${newestOf("org", "o.id")}
        order by id desc limit ${reach}
      )
    ),
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

/**
 * Filters, each with the SQL of its value. Without a status, a list has those that wait and those that are approved.
 */
type Filters = Partial<Record<keyof typeof filterColumns, string>> & { status?: Status };

const listed = ["pending", "approved"] as const;
type Status = (typeof listed)[number] | "withdrawn";

/** A list of endorsements, newest first. */
interface NewestList {
  filters: Filters;
  /** Further conditions. */
  conditions: readonly string[];
  /** The id before which the list begins; null for the newest. */
  place: string | null;
}

const everyCategory = [...categories, unknownCategory].map(({ name }) => name);

/**
 * Selects columns of a list in its order, by index alone. Every index of a person or an organization has one status,
 * and one category if the index has categories. A filter that leaves them open merges the lists of their values.
 * @param reach rows at most
 */
export function newestSql(
  { filters, conditions, place }: NewestList,
  columns: string,
  reach: number,
): string {
  const given = kinds.flatMap((kind) => {
    const value = filters[kind];
    return value === undefined ? [] : [`${filterColumns[kind]} = ${value}`];
  });
  const further = [...(place === null ? [] : [`id < ${place}`]), ...conditions];
  const order = `order by id desc limit ${reach}`;
  const parts = partsOf(filters).map((part) => [...given, ...further, ...part].join(" and "));
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

/** A page of the endorsements that a principal sent and whose receivers rejected them, newest first. */
export async function readOwnRejected(
  database: Database,
  sender: string,
  { limit = limits.defaultPageItems, before }: z.output<typeof calls.pageOwnRejected.query>,
): Promise<string> {
  const pageSql = `page as (
      select * from endorsements
      where sender = $1 and status = 'rejected' ${before === undefined ? "" : "and id < $2"}
      order by id desc limit ${limit + 1}
    )`;
  const values = before === undefined ? [sender] : [sender, before];
  const name = pageName(`own-rejected${before === undefined ? "" : ":before"}`, limit);
  const text = endorsementPageSql(pageSql, limit);
  return (await database.readJson({ name, text }, values)) ?? emptyPage;
}
