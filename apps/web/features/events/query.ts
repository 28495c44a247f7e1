import type { ProfileEvent } from "@colonnade/domain/event.ts";
import { limits } from "@colonnade/domain/limits.ts";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { api } from "../../api/client.ts";

/** What happened to a principal, below this key; the principal is a member of it, so the stream refreshes it. */
export const eventsKey = (principal: string) => ["events", principal] as const;

/** What happened to a principal, newest first, page after page. */
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
