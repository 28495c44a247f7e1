// A search reads a window of its list first, in the list's order: a text that many hold fills a page from there.
// Only where it does not, indexes are asked who holds the text. So no plan depends on how common a text is.

/** A list that is searched. */
interface Searched {
  /** What the list is ordered by, its key included. */
  columns: string;
  order: string;
  /** Selects columns of so many of the list, in its order, as an index has it. */
  listSql(columns: string, count: number): string;
  /** The parameter of the text. */
  sought: string;
  /** A page and one more. */
  reach: number;
  /** So many rows are read before any index of texts is asked. */
  window: number;
  /** Selects the first of all that hold the text, a page and one more; to answer nothing unless `neededSql`. */
  byIndex: string;
}

/** The longest pieces of names that are indexed, by `search_grams`. */
const LONGEST = 3;

/** Whether the window did not fill a page. */
export const neededSql = "(select needed from rest)";

/** The common tables of a search. Of these, `hits` holds the columns of a page and one more. */
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

/** Whether a name holds the text, by the index of names' pieces. */
export function namedSql(sought: string, grams: string): string {
  return `search_grams(search) @> ${grams}::text[] and ${holdsSql(sought)}`;
}

function holdsSql(sought: string): string {
  return `position(${sought}::text in search) > 0`;
}

/** The pieces that a name must hold to hold a text. */
export function gramsOf(text: string): string[] {
  const points = [...text];
  const size = Math.min(LONGEST, points.length);
  const places = [...points.slice(size - 1).keys()];
  return [...new Set(places.map((place) => points.slice(place, place + size).join("")))];
}
