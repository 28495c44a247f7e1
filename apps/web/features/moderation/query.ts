import { api } from "../../api/client.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { privatePages } from "../wallet/server-session.ts";

/** Reports of one page. Few, because each comes with what was reported. */
const PAGE = 10;
/** Milliseconds between two looks for new reports. */
const INTERVAL = 30_000;

/** Reports for watchers: those to decide on, with the most reporters first, or those decided, newest first. */
export function reportPages(watcher: string, isDecided: boolean) {
  const decided = isDecided ? "true" : "false";
  return {
    ...privatePages(watcher, [...queryKeys.report, decided], (cursor, options) =>
      api("pageReports", { query: { limit: PAGE, decided, ...cursor } }, options),
    ),
    // The stream of changes does not name reports, so that a flood of them makes nobody else ask again.
    refetchInterval: INTERVAL,
  };
}
