import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { confirmPageAnswers } from "../api/page-answers.ts";
import { queryKeys } from "../api/query-keys.ts";
import { listenToStream } from "../api/stream.ts";
import { refreshEndorsements, refreshEndorsementsOf } from "../features/endorsement/query.ts";

/** Keeps the page up to date: refreshes what the stream of changes names. */
export function useLiveRefresh() {
  const client = useQueryClient();
  useEffect(() => {
    const refreshAll = () => client.invalidateQueries();
    // A page restored from the browser's back/forward cache has missed events.
    const onRestore = ({ persisted }: PageTransitionEvent) => {
      if (persisted) refreshAll();
    };
    addEventListener("pageshow", onRestore);
    const stop = listenToStream((event) => {
      if (event.type === "change") refresh(client, event);
      else if (event.tag !== undefined) confirmPageAnswers(client, event.tag);
    }, refreshAll);
    return () => {
      removeEventListener("pageshow", onRestore);
      stop();
    };
  }, [client]);
}

function refresh(
  client: QueryClient,
  change: { principals: string[]; endorsements: number[]; organizations: number[] },
) {
  const { principals, endorsements, organizations } = change;
  if (endorsements.length > 0) refreshEndorsements(client, endorsements);
  if (organizations.length > 0) {
    client.invalidateQueries({ queryKey: queryKeys.organization });
    refreshEndorsementsOf(client, organizations);
  }
  if (principals.length > 0) {
    client.invalidateQueries({ queryKey: queryKeys.application });
    client.invalidateQueries({ queryKey: [...queryKeys.profile, "pages"] });
    // The query keys of a profile and of events hold the principal.
    client.invalidateQueries({
      predicate: ({ queryKey }) => principals.some((principal) => queryKey.includes(principal)),
    });
  }
}
