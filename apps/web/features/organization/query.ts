import { limits } from "@colonnade/domain/limits.ts";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "../../api/client.ts";

/** Everything that shows organizations is below this key. */
export const organizationKey = ["organization"] as const;

/** An organization whole. Fails with ApiError 404 where there is none. */
export function organizationQuery(id: number) {
  return queryOptions({
    queryKey: [...organizationKey, "whole", id],
    queryFn: ({ signal }) => api("getOrganization", { query: { id } }, { signal }),
  });
}

/** Organizations by name, page after page. */
export function organizationPages(search = "") {
  return infiniteQueryOptions({
    queryKey: [...organizationKey, "pages", search],
    queryFn: ({ pageParam, signal }) =>
      api(
        "pageOrganizations",
        {
          query: {
            limit: limits.defaultPageItems,
            ...(pageParam === "" ? {} : { after: pageParam }),
            ...(search === "" ? {} : { search }),
          },
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
