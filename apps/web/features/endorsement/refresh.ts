import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import { statusOf } from "../../api/error.ts";
import { endorsementKey, endorsementQuery } from "./query.ts";

interface Page {
  items: Endorsement[];
  next: string | null;
}
type Pages = InfiniteData<Page>;

const pagesKey = [...endorsementKey, "pages"];

/** Lists at most this long are simply asked for again. */
const SHORT = 2;
const isShort = (data: Pages | undefined) => data === undefined || data.pages.length <= SHORT;

/**
 * Brings lists up to date with the endorsements that changed. A long list, scrolled far down, is not
 * asked for again page by page: of what changed, what it shows is fetched and put in its place.
 */
export async function refreshEndorsements(client: QueryClient, ids: number[]): Promise<void> {
  const lists = client.getQueriesData<Pages>({ queryKey: pagesKey });
  for (const [queryKey, data] of lists) {
    if (isShort(data)) client.invalidateQueries({ queryKey, exact: true });
  }
  const long = lists.flatMap(([, data]) => (isShort(data) ? [] : (data?.pages ?? [])));
  const shown = new Set(long.flatMap(({ items }) => items.map(({ id }) => id)));
  await Promise.all(ids.map((id) => refreshOne(client, id, shown.has(id))));
}

async function refreshOne(client: QueryClient, id: number, isInLongList: boolean): Promise<void> {
  const query = endorsementQuery(id);
  if (!isInLongList) return client.invalidateQueries({ queryKey: query.queryKey });
  const changed = await client
    .fetchQuery({ ...query, staleTime: 0, retry: false })
    .catch((error: unknown) => (statusOf(error) === 404 ? null : undefined));
  if (changed === undefined) return;
  client.setQueriesData<Pages>({ queryKey: pagesKey }, (data) =>
    data === undefined || isShort(data) ? data : replace(data, id, changed),
  );
}

/** `changed` is null for an endorsement that is no more. */
function replace(data: Pages, id: number, changed: Endorsement | null): Pages {
  return {
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      items: page.items.flatMap((item) => {
        if (item.id !== id) return [item];
        return changed === null ? [] : [changed];
      }),
    })),
  };
}
