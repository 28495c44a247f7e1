import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { pagesByName } from "../../api/pages-by-name.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { privatePages } from "../wallet/server-session.ts";

/** A whole organization. Fails with ApiError 404 if there is none. */
export function organizationQuery(id: number) {
  return queryOptions({
    queryKey: [...queryKeys.organization, "whole", id],
    queryFn: ({ signal }) => api("getOrganization", { query: { id } }, { signal }),
  });
}

/** Pages of organizations, by name. */
export function organizationPages(search = "") {
  return pagesByName(queryKeys.organization, search, (query, options) =>
    api("pageOrganizations", { query }, options),
  );
}

/** Applications of one page. Few, because each comes whole. */
const PAGE = 10;

/** An applicant's own applications, newest first. */
export function ownApplications(applicant: string) {
  return applicationPages(applicant, { applicant });
}

/** The applications that watchers have to decide, or have decided, newest first. */
export function applicationQueue(watcher: string, decided: boolean) {
  return applicationPages(watcher, { decided: decided ? "true" : "false" });
}

function applicationPages(
  reader: string,
  filter: { applicant: string } | { decided: "true" | "false" },
) {
  return privatePages(reader, [...queryKeys.application, filter], (cursor, options) =>
    api("pageApplications", { query: { limit: PAGE, ...filter, ...cursor } }, options),
  );
}

/** Whether an address is a watcher, who admits organizations. Asks nothing while `address` is null. */
export function useIsWatcher(address: string | null) {
  return useQuery({
    queryKey: ["watcher", address],
    queryFn: async ({ signal }) => {
      const query = { principal: address ?? "" };
      return (await api("getWatcher", { query }, { signal })).watcher;
    },
    enabled: address !== null,
  });
}
