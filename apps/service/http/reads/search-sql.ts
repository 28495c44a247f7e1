// A search first reads a window: the start of its list, in the list's order. A common text fills a page from there.
// Otherwise the index of pieces finds the rows. So no plan depends on how common a text is.

/** A list that is searched. */
interface Searched {
  /** The columns of the order, the key included. */
  columns: string;
  order: string;
  /** Selects columns of the first `count` rows, in the list's order, by an index. */
  listSql(columns: string, count: number): string;
  /** The parameter that holds the text. */
  sought: string;
  /** Rows of a page, and one more. */
  reach: number;
  /** Rows that are read before the index of texts is used. */
  window: number;
  /** Selects the first `reach` rows that contain the text, by the index; nothing unless `neededSql`. */
  byIndex: string;
}

/** The length of the longest pieces of names that `search_grams` indexes. */
const LONGEST = 3;

/** True when the window did not fill a page. */
export const neededSql = "(select needed from rest)";

/** The common table expressions of a search. `hits` has the columns of at most `reach` rows. */
export function hitsSql(searched: Searched): string {
  const { columns, order, listSql, sought, reach, window, byIndex } = searched;
  return `seen as materialized (
      select ${columns} from (${listSql(`${columns}, search`, window)}) nearest
      where ${holdsSql(sought)} order by ${order} limit ${reach}
    ),
    rest as materialized (
      select not exists (select from seen offset ${reach - 1})
        and exists (select from (${listSql("", window + 1)}) further offset ${window}) as needed
    ),
    hits as materialized (
      select ${columns} from seen where not ${neededSql} union all (${byIndex})
    )`;
}

/** The condition that a name contains the text, by the index of pieces. */
export function namedSql(sought: string, grams: string): string {
  return `search_grams(search) @> ${grams}::text[] and ${holdsSql(sought)}`;
}

function holdsSql(sought: string): string {
  return `position(${sought}::text in search) > 0`;
}

/** The pieces that every name with this text contains. */
export function gramsOf(text: string): string[] {
  const points = [...text];
  const size = Math.min(LONGEST, points.length);
  const places = [...points.slice(size - 1).keys()];
  return [...new Set(places.map((place) => points.slice(place, place + size).join("")))];
}
