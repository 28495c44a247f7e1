import { type StreamEvent, streamEventSchema } from "@colonnade/domain/http/stream.ts";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { confirmAnswers } from "../api/page-answers.ts";
import { queryKeys } from "../api/query-keys.ts";
import {
  refreshEndorsements,
  refreshOrganizationEndorsements,
} from "../features/endorsement/query.ts";

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
      else if (event.tag !== undefined) confirmAnswers(client, event.tag);
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
    refreshOrganizationEndorsements(client, organizations);
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

/** A browser does not reconnect after an HTTP error. It is then reconnected after this many milliseconds. */
const RECONNECT_DELAY = 30_000;

/**
 * Listens to the service's stream of changes. The browser reconnects by itself.
 * @param onGap runs after a reconnection: events may have been missed
 * @returns a function that stops listening
 */
export function listenToStream(onEvent: (event: StreamEvent) => void, onGap: () => void) {
  let interrupted = false;
  let reconnecting: ReturnType<typeof setTimeout> | undefined;
  const read = ({ data }: MessageEvent<string>) => {
    const event = streamEventSchema.safeParse(parse(data));
    if (event.success) onEvent(event.data);
  };
  function connect(): EventSource {
    const opened = new EventSource("/api/stream");
    opened.addEventListener("message", read);
    opened.addEventListener("error", () => {
      interrupted = true;
      if (opened.readyState !== EventSource.CLOSED) return;
      reconnecting = setTimeout(() => {
        source = connect();
      }, RECONNECT_DELAY);
    });
    opened.addEventListener("open", () => {
      if (interrupted) onGap();
      interrupted = false;
    });
    return opened;
  }
  let source = connect();
  return () => {
    clearTimeout(reconnecting);
    source.close();
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
