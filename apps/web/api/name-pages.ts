import { limits } from "@colonnade/domain/limits.ts";
import { infiniteQueryOptions, type QueryKey } from "@tanstack/react-query";

interface NameQuery {
  limit: number;
  after?: string;
  search?: string;
}

/**
 * A list by name, page after page.
 * @param key what everything of the list is below
 * @param search a part of the names; empty for all
 */
export function namePages<Page extends { next: string | null }>(
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
    // A long list is not asked for again page by page; the stream says what changed.
    refetchInterval: false,
    refetchOnWindowFocus: false,
  });
}
