import { limits } from "@colonnade/domain/limits.ts";
import { infiniteQueryOptions, type QueryKey } from "@tanstack/react-query";

interface NameQuery {
  limit: number;
  after?: string;
  search?: string;
}

/**
 * Pages of a list that is sorted by name.
 * @param key the first part of the query key
 * @param search a part of the names; empty for all
 */
export function pagesByName<Page extends { next: string | null }>(
  key: QueryKey,
  search: string,
  read: (query: NameQuery, options: { signal: AbortSignal }) => Promise<Page>,
) {
  return infiniteQueryOptions({
    queryKey: [...key, "pages", search],
    queryFn: ({ pageParam, signal }) =>
      read(
        {
          limit: limits.defaultPageItems,
          ...(pageParam === "" ? {} : { after: pageParam }),
          ...(search === "" ? {} : { search }),
        },
        { signal },
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.next,
    // A long list is not fetched again page by page: the stream of changes says when it is outdated.
    refetchInterval: false,
    refetchOnWindowFocus: false,
  });
}
