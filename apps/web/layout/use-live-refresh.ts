import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { confirmPageAnswers } from "../api/page-answers.ts";
import { listenToStream } from "../api/stream.ts";
import { refreshEndorsements } from "../features/endorsement/refresh.ts";
import { applicationKey } from "../features/organization/application-query.ts";
import { organizationKey } from "../features/organization/query.ts";
import { profileKey } from "../features/profile/query.ts";

/** Keeps what is on the page true while blocks arrive: refreshes what the stream says has changed. */
export function useLiveRefresh() {
  const client = useQueryClient();
  useEffect(() => {
    const refreshAll = () => client.invalidateQueries();
    // A page that the browser had put aside, as it was, has heard nothing since.
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) refreshAll();
    };
    addEventListener("pageshow", comeBack);
    const leave = listenToStream((event) => {
      if (event.type === "change") refresh(client, event);
      else if (event.tag !== undefined) confirmPageAnswers(client, event.tag);
    }, refreshAll);
    return () => {
      removeEventListener("pageshow", comeBack);
      leave();
    };
  }, [client]);
}

function refresh(
  client: QueryClient,
  change: { principals: string[]; endorsements: number[]; organizations: number[] },
) {
  const { principals, endorsements, organizations } = change;
  if (endorsements.length > 0) refreshEndorsements(client, endorsements);
  if (organizations.length > 0) client.invalidateQueries({ queryKey: organizationKey });
  if (principals.length > 0) {
    client.invalidateQueries({ queryKey: applicationKey });
    client.invalidateQueries({ queryKey: [...profileKey, "pages"] });
    // A principal is a member of the key of everything about it: its profile, its events.
    client.invalidateQueries({
      predicate: ({ queryKey }) => principals.some((principal) => queryKey.includes(principal)),
    });
  }
}
