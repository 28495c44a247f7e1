import { queryOptions } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { namePages } from "../../api/name-pages.ts";

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
  return namePages(organizationKey, search, (query, options) =>
    api("pageOrganizations", { query }, options),
  );
}
