import { type AskedCall, arriveAt } from "@colonnade/domain/http/first-calls.ts";
import type { FirstAnswer } from "@colonnade/domain/page-answers.ts";
import type { QueryClient } from "@tanstack/react-query";
import { endorsementPages, endorsementQuery } from "./features/endorsement/query.ts";
import { organizationPages, organizationQuery } from "./features/organization/query.ts";
import { profilePages, profileQuery } from "./features/profile/query.ts";

/** Asks what the page at an address asks first. Resolves once it is at hand; at once where there is nothing to ask. */
export async function askFirst(
  client: QueryClient,
  { pathname, search }: Pick<Location, "pathname" | "search">,
): Promise<void> {
  if (new URLSearchParams(search).has("search")) return;
  await Promise.all(arriveAt(pathname)?.calls.map((call) => ask(client, call)) ?? []);
}

function ask(client: QueryClient, { name, query }: AskedCall): Promise<void> | undefined {
  switch (name) {
    case "pageEndorsements":
      return client.prefetchInfiniteQuery(endorsementPages());
    case "pageOrganizations":
      return client.prefetchInfiniteQuery(organizationPages());
    case "pageProfiles":
      return client.prefetchInfiniteQuery(profilePages());
    case "getProfile":
      return client.prefetchQuery(profileQuery(query.principal ?? ""));
    case "getOrganization":
      return client.prefetchQuery(organizationQuery(Number(query.id)));
    case "getEndorsement":
      return client.prefetchQuery(endorsementQuery(Number(query.id)));
    case "getEvents":
    case "getWatcher":
      // Of whoever is connected: their screens ask.
      return undefined;
  }
}

/** Gives a client the answers that a page is rendered from. @param updatedAt Unix milliseconds */
export function fillFirst(client: QueryClient, answers: FirstAnswer[], updatedAt: number): void {
  for (const answer of answers) fill(client, answer, { updatedAt });
}

function fill(client: QueryClient, answer: FirstAnswer, options: { updatedAt: number }): void {
  const { name, query, result } = answer;
  switch (name) {
    case "pageEndorsements": {
      const { queryKey, initialPageParam } = endorsementPages();
      client.setQueryData(queryKey, { pages: [result], pageParams: [initialPageParam] }, options);
      return;
    }
    case "pageOrganizations": {
      const { queryKey, initialPageParam } = organizationPages();
      client.setQueryData(queryKey, { pages: [result], pageParams: [initialPageParam] }, options);
      return;
    }
    case "pageProfiles": {
      const { queryKey, initialPageParam } = profilePages();
      client.setQueryData(queryKey, { pages: [result], pageParams: [initialPageParam] }, options);
      return;
    }
    case "getProfile":
      client.setQueryData(profileQuery(query.principal ?? "").queryKey, result, options);
      return;
    case "getOrganization":
      client.setQueryData(organizationQuery(Number(query.id)).queryKey, result, options);
      return;
  }
}
