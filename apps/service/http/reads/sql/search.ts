// A search first reads a window: the start of its list, in the list's order. A common text fills a page from there.
// Otherwise the index of pieces finds the rows. So no plan depends on how common a text is.

/** The SQL parts of a search. */
export interface Sought {
  text: string;
  /** Its pieces, an array. */
  grams: string;
}

/**
 * Hides a parameter from the planner. PostgreSQL would plan each search for its values, which takes longer than the
 * search, and the plan of the usual search does for all.
 */
export function unplannedSql(parameter: string, type: "text" | "text[]" | "bigint"): string {
  return `(select ${parameter}::${type})`;
}

/** @param parameter adds a value to the statement's, and names its parameter */
export function soughtSql(parameter: (value: unknown) => string, text: string): Sought {
  return {
    text: unplannedSql(parameter(text), "text"),
    grams: unplannedSql(parameter(gramsOf(text)), "text[]"),
  };
}

/** A list that is searched. */
interface Searched {
  /** The columns of the order, the key included. */
  columns: string;
  order: string;
  /** Selects columns of the first `count` rows, in the list's order, by an index. */
  listSql(columns: string, count: number): string;
  sought: Sought;
  /** Rows of a page, and one more. */
  reach: number;
}

/** The length of the longest pieces of names that `search_grams` indexes. */
const LONGEST = 3;

/**
 * The common table expressions of a window. The first has its name and the window's rows with the text, `reach` at
 * most. `missedSql` reads the other.
 * @param size rows that are read at most
 * @param neededSql whether the window is read at all
 */
export function windowSql(
  name: string,
  { columns, order, listSql, sought, reach }: Searched,
  size: number,
  neededSql = "true",
): string {
  return `${name} as materialized (
      select ${columns} from (${listSql(`${columns}, search`, size)}) nearest
      where ${neededSql} and ${holdsSql(sought)} order by ${order} limit ${reach}
    ),
    ${name}_missed as materialized (
      select ${neededSql} and not exists (select from ${name} offset ${reach - 1})
        and exists (select from (${listSql("", size + 1)}) further offset ${size}) as missed
    )`;
}

/** True when a window did not fill a page, and the list goes on after it. */
export function missedSql(name: string): string {
  return `(select missed from ${name}_missed)`;
}

/** The condition that a name contains the text, by the index of pieces. */
export function namedSql(sought: Sought): string {
  return `search_grams(search) @> ${sought.grams} and ${holdsSql(sought)}`;
}

function holdsSql({ text }: Sought): string {
  return `position(${text} in search) > 0`;
}

/** The pieces that every name with this text contains. */
function gramsOf(text: string): string[] {
  const points = [...text];
  const size = Math.min(LONGEST, points.length);
  const places = [...points.slice(size - 1).keys()];
  return [...new Set(places.map((place) => points.slice(place, place + size).join("")))];
}
