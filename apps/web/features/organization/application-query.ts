import { infiniteQueryOptions } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { statusOf } from "../../api/error.ts";
import { serverSessionQuery } from "../wallet/server-session.ts";

/** Everything that shows applications is below this key. */
export const applicationKey = ["application"] as const;

/** Few at a time: each is read whole. */
const PAGE = 10;

/** One's own applications, newest first. Needs a session with the service. */
export function ownApplications(applicant: string) {
  return applicationPages(applicant, ["own", applicant], { applicant });
}

/**
 * What watchers have to decide, or have decided, newest first. Needs a watcher's session with the service.
 * @param watcher who looks, so that nobody else is shown it after a change of wallets
 */
export function applicationQueue(watcher: string, decided: boolean) {
  return applicationPages(watcher, ["queue", watcher, decided], {
    decided: decided ? "true" : "false",
  });
}

function applicationPages(
  reader: string,
  key: readonly unknown[],
  filter: { applicant: string } | { decided: "true" | "false" },
) {
  return infiniteQueryOptions({
    queryKey: [...applicationKey, ...key],
    queryFn: async ({ pageParam, signal, client }) => {
      const before = pageParam === "" ? {} : { before: pageParam };
      try {
        return await api(
          "pageApplications",
          { query: { limit: PAGE, ...filter, ...before } },
          { signal },
        );
      } catch (error) {
        // The session has ended meanwhile: the page asks for another one.
        if (statusOf(error) === 401 || statusOf(error) === 403) {
          client.invalidateQueries(serverSessionQuery(reader));
        }
        throw error;
      }
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.next,
  });
}
