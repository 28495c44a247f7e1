import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { pagesByName } from "../../api/pages-by-name.ts";
import { queryKeys, wholeProfileKey } from "../../api/query-keys.ts";

/** A whole profile. Fails with ApiError 404 if there is none. */
export function profileQuery(principal: string) {
  return queryOptions({
    queryKey: wholeProfileKey(principal),
    queryFn: ({ signal }) => api("getProfile", { query: { principal } }, { signal }),
  });
}

/** A whole profile. Asks nothing while `principal` is null. */
export function useProfile(principal: string | null) {
  return useQuery({ ...profileQuery(principal ?? ""), enabled: principal !== null });
}

/** Pages of profiles, by name. */
export function profilePages(search = "") {
  return pagesByName(queryKeys.profile, search, (query, options) =>
    api("pageProfiles", { query }, options),
  );
}
