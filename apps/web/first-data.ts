import { matchPath } from "react-router";
import { queryClient } from "./api/query-client.ts";
import { readId, readPrincipal } from "./api/route-param.ts";
import { endorsementPages } from "./features/endorsement/query.ts";
import { organizationPages, organizationQuery } from "./features/organization/query.ts";
import { profilePages, profileQuery } from "./features/profile/query.ts";

type Params = Record<string, string | undefined>;

/** What a page asks the service first, by its route. The build preloads the same calls (build/arrivals.ts). */
const questions: Record<string, (params: Params) => Promise<unknown>> = {
  "/home": () => queryClient.prefetchInfiniteQuery(endorsementPages()),
  "/profile/:address": async ({ address: text }) => {
    const address = readPrincipal(text);
    if (address !== null) await queryClient.prefetchQuery(profileQuery(address));
  },
  "/org/:id": async ({ id: text }) => {
    const id = readId(text);
    if (id !== null) await queryClient.prefetchQuery(organizationQuery(id));
  },
  "/directory": () =>
    Promise.all([
      queryClient.prefetchInfiniteQuery(organizationPages()),
      queryClient.prefetchInfiniteQuery(profilePages()),
    ]),
};

/** Resolves once the first data of the page at an address is at hand; at once where there is none to ask for. */
export async function askFirst({ pathname, search }: Location): Promise<void> {
  if (new URLSearchParams(search).has("search")) return;
  for (const [path, ask] of Object.entries(questions)) {
    const match = matchPath(path, pathname);
    if (match !== null) await ask(match.params);
  }
}
