import { type Answer, type FromWallet, readToWallet, seal, type Theme } from "./protocol.ts";

/** A request of the site that embeds this page. */
export interface Incoming {
  id: string;
  /** The site's origin, as the browser reports it. */
  site: string;
  method: string;
  params: unknown;
  theme: Theme;
}

/**
 * Listens only to the embedding page. After its first message, listens only to that origin.
 * @returns functions to answer, to ask for a height and to listen for Esc; undefined if no page
 * embeds this one
 */
export function listenToParent(onRequest: (request: Incoming) => void) {
  const { parent } = window;
  if (parent === window) return undefined;
  const cancelListeners = new Set<() => void>();
  let current: Incoming | undefined;

  const isFromSite = ({ source, origin }: MessageEvent<unknown>) =>
    // An opaque origin ("null") cannot be answered, nor shown to the user.
    source === parent && origin !== "null" && (current === undefined || origin === current.site);
  const listen = (event: MessageEvent<unknown>) => {
    if (!isFromSite(event)) return;
    const message = readToWallet(event.data);
    if (message?.kind === "cancel" && message.id === current?.id) {
      for (const cancel of cancelListeners) cancel();
    }
    if (message?.kind === "request" && current === undefined) {
      const { id, method, params, theme } = message;
      current = { id, site: event.origin, method, params, theme };
      onRequest(current);
    }
  };
  const send = (message: FromWallet, origin: string) => parent.postMessage(seal(message), origin);

  window.addEventListener("message", listen);
  // Any origin may read this: it only says that the page has loaded.
  send({ kind: "ready" }, "*");
  return {
    answer(request: Incoming, answer: Answer) {
      send({ kind: "answer", id: request.id, answer }, request.site);
    },
    requestHeight(height: number) {
      if (current !== undefined) send({ kind: "size", height }, current.site);
    },
    /** Calls the listener when Esc is pressed outside the page. Returns a function that stops it. */
    onCancel(listener: () => void) {
      cancelListeners.add(listener);
      return () => cancelListeners.delete(listener);
    },
  };
}
