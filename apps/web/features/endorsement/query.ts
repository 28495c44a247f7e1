import type { CallInput } from "@colonnade/domain/http/client.ts";
import { limits } from "@colonnade/domain/limits.ts";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "../../api/client.ts";

/** Everything that shows endorsements is below this key. */
export const endorsementKey = ["endorsement"] as const;

export type EndorsementFilter = Omit<CallInput<"pageEndorsements">["query"], "limit" | "before">;

/**
 * Endorsements newest first, page after page.
 * @param before the number below which they begin; the newest are the first without it
 */
export function endorsementPages(filter: EndorsementFilter = {}, before?: string) {
  return infiniteQueryOptions({
    queryKey: [...endorsementKey, "pages", filter, before ?? null],
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
    // A long list is not asked for again page by page; the stream says what changed.
    refetchInterval: false,
    refetchOnWindowFocus: false,
  });
}

/** One endorsement. Fails with ApiError 404 where there is none, or where it was rejected. */
export function endorsementQuery(id: number) {
  return queryOptions({
    queryKey: [...endorsementKey, "one", id],
    queryFn: ({ signal }) => api("getEndorsement", { query: { id } }, { signal }),
  });
}
