import { categories, unknownCategory } from "@colonnade/domain/category.ts";

const filterColumns = {
  category: "category",
  sender: "sender",
  receiver: "receiver",
  org: "organization_id",
  status: "status",
} as const;
const kinds = ["category", "sender", "receiver", "org", "status"] as const;

/** What endorsements are filtered by, each with the SQL of its value. */
export type Filters = Partial<Record<keyof typeof filterColumns, string>>;

/** A list of endorsements, newest first. */
export interface NewestList {
  filters: Filters;
  /** What else holds of each. */
  conditions: readonly string[];
}

// The table holds no others, but for the rejected, which no list has.
const statuses = ["pending", "approved"];
const everyCategory = [...categories, unknownCategory].map(({ name }) => name);

/**
 * Selects columns of a list in its order, without reading what is not in it: an index has the order of one category
 * and one status of a person's or an organization's. Where one of the two is left open, its values' lists are merged.
 * @param reach as many as are read of it at most
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
  const all = [...given, ...conditions, "status <> 'rejected'"];
  const order = `order by id desc limit ${reach}`;
  const parts = partsOf(filters).map((part) => [...all, ...part].join(" and "));
  if (parts.length === 1) return `select ${columns} from endorsements where ${parts[0]} ${order}`;
  const lists = parts.map((part) => `(select * from endorsements where ${part} ${order})`);
  return `select ${columns} from (${lists.join(" union all ")}) parts ${order}`;
}

/** Conditions that part a list into lists that an index has in their order; mostly it has the whole. */
function partsOf({ sender, receiver, org, category, status }: Filters): string[][] {
  const isOfTwo = receiver !== undefined && (sender !== undefined || org !== undefined);
  const isOfAnybody = (receiver ?? sender ?? org) === undefined;
  const isWhole = category === undefined && (status === undefined || isOfAnybody);
  const isSpokenFor = sender !== undefined && org !== undefined;
  if (isOfTwo || (isWhole && !isSpokenFor)) return [[]];
  const byCategory =
    category === undefined ? everyCategory.map((each) => [`category = '${each}'`]) : [[]];
  const byStatus = status === undefined ? statuses.map((each) => [`status = '${each}'`]) : [[]];
  return byCategory.flatMap((first) => byStatus.map((second) => [...first, ...second]));
}
