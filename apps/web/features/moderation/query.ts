import { infiniteQueryOptions } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { withKnownSession } from "../wallet/server-session.ts";

/** Reports of one page. Few, because each comes with what was reported. */
const PAGE = 10;
/** Milliseconds between two looks for new reports. */
const INTERVAL = 30_000;

/**
 * The reports that watchers have to decide on, with those of most people first, or have decided, newest first. Needs a
 * watcher's session.
 * @param watcher part of the key, so that another wallet never sees them from the cache
 */
export function reportPages(watcher: string, decided: boolean) {
  return infiniteQueryOptions({
    queryKey: [...queryKeys.report, watcher, decided],
    queryFn: ({ pageParam, signal }) => {
      const before = pageParam === "" ? {} : { before: pageParam };
      const query = { limit: PAGE, decided: decided ? "true" : "false", ...before } as const;
      return withKnownSession(watcher, () => api("pageReports", { query }, { signal }));
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.next,
    // The stream of changes does not name reports, so that a flood of them makes nobody else ask again.
    refetchInterval: INTERVAL,
  });
}
