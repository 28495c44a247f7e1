import { infiniteQueryOptions } from "@tanstack/react-query";
import { api } from "../../api/client.ts";

/** Everything that shows applications is below this key. */
export const applicationKey = ["application"] as const;

/** Few at a time: each is read whole. */
const PAGE = 10;

/** One's own applications, newest first. Needs a session with the service. */
export function ownApplications(applicant: string) {
  return applicationPages(["own", applicant], { applicant });
}

/**
 * What watchers have to decide, or have decided, newest first. Needs a watcher's session with the service.
 * @param watcher who looks, so that nobody else is shown it after a change of wallets
 */
export function applicationQueue(watcher: string, decided: boolean) {
  return applicationPages(["queue", watcher, decided], { decided: decided ? "true" : "false" });
}

function applicationPages(
  key: readonly unknown[],
  filter: { applicant: string } | { decided: "true" | "false" },
) {
  return infiniteQueryOptions({
    queryKey: [...applicationKey, ...key],
    queryFn: ({ pageParam, signal }) =>
      api(
        "pageApplications",
        {
          query: {
            limit: PAGE,
            ...filter,
            ...(pageParam === "" ? {} : { before: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.next,
  });
}
