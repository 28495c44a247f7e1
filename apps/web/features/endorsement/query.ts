import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import type { CallInput } from "@colonnade/domain/http/client.ts";
import { limits } from "@colonnade/domain/limits.ts";
import {
  hashKey,
  type InfiniteData,
  infiniteQueryOptions,
  type Query,
  type QueryClient,
  type QueryKey,
  queryOptions,
} from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { statusOf } from "../../api/error.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { privatePages, withKnownSession } from "../wallet/server-session.ts";

const pagesKey = [...queryKeys.endorsement, "pages"] as const;
const oneKey = [...queryKeys.endorsement, "one"] as const;

export type EndorsementFilter = Omit<CallInput<"pageEndorsements">["query"], "limit" | "before">;

/**
 * Pages of endorsements, newest first.
 * @param before the cursor of the first page; without it the list begins with the newest
 */
export function endorsementPages(filter: EndorsementFilter = {}, before?: string) {
  return infiniteQueryOptions({
    queryKey: [...pagesKey, filter, before ?? null],
    queryFn: ({ pageParam, signal }) =>
      api(
        "pageEndorsements",
        {
          query: {
            ...filter,
            limit: limits.defaultPageItems,
            ...(pageParam === null ? {} : { before: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: before ?? null,
    getNextPageParam: (page) => page.next,
    // A long list is not fetched again page by page: refreshEndorsements updates it.
    refetchInterval: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: ({ state }) => isShort(state.data),
  });
}

/** One endorsement. Fails with ApiError 404 if there is none, or if it was rejected. */
export function endorsementQuery(id: number) {
  return queryOptions({
    queryKey: [...oneKey, id],
    queryFn: ({ signal }) => api("getEndorsement", { query: { id } }, { signal }),
  });
}

/** The revisions of an endorsement's words. Needs a session with the service as its sender or its receiver. */
export function revisionsQuery(id: number, viewer: string) {
  return queryOptions({
    queryKey: [...queryKeys.endorsement, "revisions", id, viewer],
    queryFn: ({ signal }) =>
      withKnownSession(viewer, () => api("getRevisions", { query: { id } }, { signal })),
  });
}

/** Rejected endorsements of one page. Few, because each comes with all its words. */
const OWN_REJECTED = 10;

/** Endorsements that the viewer sent and that were rejected, newest first. */
export function ownRejectedPages(sender: string) {
  return privatePages(sender, [...queryKeys.endorsement, "rejected"], (cursor, options) =>
    api("pageOwnRejected", { query: { limit: OWN_REJECTED, ...cursor } }, options),
  );
}

type Pages = InfiniteData<{ items: Endorsement[]; next: string | null }>;

/** Lists of at most this many pages are fetched again whole. */
const SHORT = 2;
const isShort = (data: Pages | undefined) => data === undefined || data.pages.length <= SHORT;

/**
 * Updates all lists after endorsements have changed. In a long list, only the changed endorsements that it shows are
 * fetched and put in their places.
 */
export async function refreshEndorsements(client: QueryClient, ids: number[]): Promise<void> {
  const lists = client.getQueriesData<Pages>({ queryKey: pagesKey });
  for (const [queryKey, data] of lists) {
    if (isShort(data)) client.invalidateQueries({ queryKey, exact: true });
  }
  const shown = shownInLong(lists);
  await Promise.all(ids.map((id) => refreshOne(client, id, shown.has(id))));
}

/**
 * Refreshes all endorsements after the viewer's transaction has ended. In a long list, only those that the transaction
 * is about are fetched: the stream of changes names the others. The list is fetched whole when it is next opened.
 * @param ids what the transaction is about
 */
export async function refreshAllEndorsements(client: QueryClient, ids: number[]): Promise<void> {
  const { endorsement: queryKey } = queryKeys;
  const lists = client.getQueriesData<Pages>({ queryKey: pagesKey });
  const long = lists.flatMap(([key, data]) => (isShort(data) ? [] : [hashKey(key)]));
  const isLong = ({ queryHash }: Query) => long.includes(queryHash);
  const shown = shownInLong(lists);
  await Promise.all([
    client.invalidateQueries({ queryKey, predicate: (query) => !isLong(query) }),
    ...ids.filter((id) => shown.has(id)).map((id) => refreshOne(client, id, true)),
  ]);
  await client.invalidateQueries({ queryKey, predicate: isLong, refetchType: "none" });
}

/** The endorsements that long lists show. */
function shownInLong(lists: [QueryKey, Pages | undefined][]): Set<number> {
  const long = lists.flatMap(([, data]) => (isShort(data) ? [] : (data?.pages ?? [])));
  return new Set(long.flatMap(({ items }) => items.map(({ id }) => id)));
}

/**
 * Refreshes the endorsements of organizations that changed: those shown on their own, and short lists. Once an
 * organization is closed, nobody can approve what waits in its name.
 */
export function refreshOrganizationEndorsements(
  client: QueryClient,
  organizations: number[],
): void {
  const isOfChanged = ({ organization }: Endorsement) =>
    organization !== undefined && organizations.includes(organization.id);
  const refresh = (queryKey: QueryKey) => client.invalidateQueries({ queryKey, exact: true });
  for (const [key, data] of client.getQueriesData<Endorsement>({ queryKey: oneKey })) {
    if (data !== undefined && isOfChanged(data)) refresh(key);
  }
  for (const [key, data] of client.getQueriesData<Pages>({ queryKey: pagesKey })) {
    const items = data?.pages.flatMap((page) => page.items) ?? [];
    if (isShort(data) && items.some(isOfChanged)) refresh(key);
  }
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

/** @param changed null for an endorsement that no longer exists */
function replace(data: Pages, id: number, changed: Endorsement | null): Pages {
  const replacement = changed === null ? [] : [changed];
  const pages = data.pages.map((page) => ({
    ...page,
    items: page.items.flatMap((item) => (item.id === id ? replacement : [item])),
  }));
  return { ...data, pages };
}
