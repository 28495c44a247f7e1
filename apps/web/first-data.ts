import { type FirstCall, type FirstCallName, findPage } from "@colonnade/domain/pages.ts";
import type {
  FetchInfiniteQueryOptions,
  FetchQueryOptions,
  QueryClient,
  QueryKey,
} from "@tanstack/react-query";
import type { FirstAnswer } from "./api/page-answers.ts";
import { endorsementPages, endorsementQuery } from "./features/endorsement/query.ts";
import { organizationPages, organizationQuery } from "./features/organization/query.ts";
import { profilePages, profileQuery } from "./features/profile/query.ts";

/** A call's answer in the cache of queries. */
interface FirstQuery {
  key: QueryKey;
  /** The answer as the cache holds it. */
  data: (result: unknown) => unknown;
  prefetch: (client: QueryClient) => Promise<void>;
}

/** The query that makes each first call. Calls that only signed-in screens make have none. */
const firstQueries: {
  [Name in FirstCallName]?: (query: Record<string, string>) => FirstQuery;
} = {
  pageEndorsements: () => list(endorsementPages()),
  pageOrganizations: () => list(organizationPages()),
  pageProfiles: () => list(profilePages()),
  getProfile: ({ principal = "" }) => single(profileQuery(principal)),
  getOrganization: ({ id }) => single(organizationQuery(Number(id))),
  getEndorsement: ({ id }) => single(endorsementQuery(Number(id))),
};

function single<Data, Key extends QueryKey>(
  options: FetchQueryOptions<Data, Error, Data, Key> & { queryKey: Key },
): FirstQuery {
  return {
    key: options.queryKey,
    data: (result) => result,
    prefetch: (client) => client.prefetchQuery(options),
  };
}

function list<Data, Key extends QueryKey, Param>(
  options: FetchInfiniteQueryOptions<Data, Error, Data, Key, Param> & { queryKey: Key },
): FirstQuery {
  return {
    key: options.queryKey,
    data: (result) => ({ pages: [result], pageParams: [options.initialPageParam] }),
    prefetch: (client) => client.prefetchInfiniteQuery(options),
  };
}

const queryOf = ({ name, query }: FirstCall) => firstQueries[name]?.(query);

/** Makes the first calls of the page at an address. Never fails: the screen asks for missing answers. */
export async function askFirst(
  client: QueryClient,
  { pathname, search }: Pick<Location, "pathname" | "search">,
): Promise<void> {
  if (new URLSearchParams(search).has("search")) return;
  const calls = findPage(pathname)?.calls ?? [];
  await Promise.all(calls.map((call) => queryOf(call)?.prefetch(client)));
}

/**
 * Puts the answers that a page was rendered from into the cache.
 * @param updatedAt Unix milliseconds
 */
export function fillFirst(client: QueryClient, answers: FirstAnswer[], updatedAt: number): void {
  for (const answer of answers) {
    const query = queryOf(answer);
    if (query !== undefined)
      client.setQueryData(query.key, query.data(answer.result), { updatedAt });
  }
}
