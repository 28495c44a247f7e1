import type { ProfileEvent } from "@colonnade/domain/event.ts";
import { limits } from "@colonnade/domain/limits.ts";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { eventsKey, inboxKey } from "../../api/query-keys.ts";

/** How much waits for a principal, and the organizations that want them. */
export function inboxQuery(principal: string) {
  return queryOptions({
    queryKey: inboxKey(principal),
    queryFn: ({ signal }) => api("getInbox", { query: { principal } }, { signal }),
  });
}

/** Pages of a principal's events, newest first. */
export function eventPages(principal: string) {
  return infiniteQueryOptions({
    queryKey: eventsKey(principal),
    queryFn: ({ pageParam, signal }) =>
      api(
        "getEvents",
        {
          query: {
            principal,
            limit: limits.defaultPageItems,
            ...(pageParam === null ? {} : { before: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page: ProfileEvent[]) =>
      page.length < limits.defaultPageItems ? null : (page.at(-1)?.cursor ?? null),
  });
}
