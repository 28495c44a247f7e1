import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { namePages } from "../../api/name-pages.ts";

/** Everything that shows profiles is below this key. */
export const profileKey = ["profile"] as const;

/** A profile whole. Fails with ApiError 404 where there is none. */
export function profileQuery(principal: string) {
  return queryOptions({
    queryKey: [...profileKey, "whole", principal],
    queryFn: ({ signal }) => api("getProfile", { query: { principal } }, { signal }),
  });
}

/** A profile whole; nothing is asked while `principal` is null. */
export function useProfile(principal: string | null) {
  return useQuery({ ...profileQuery(principal ?? ""), enabled: principal !== null });
}

/** Profiles by name, page after page. */
export function profilePages(search = "") {
  return namePages(profileKey, search, (query, options) => api("pageProfiles", { query }, options));
}
