import { type Answer, type FromWallet, readToWallet, seal, type Theme } from "./message.ts";

/** A request as it came in, from the one site that embeds this page. */
export interface Incoming {
  id: string;
  /** The origin of the asking site, as the browser vouches for it. */
  site: string;
  method: string;
  params: unknown;
  theme: Theme;
}

/**
 * Talks to the embedding page: only to it, and after its first word only to its origin.
 * @returns how to answer, to say one's size and to hear of Esc; undefined where nothing embeds this page
 */
export function listenToParent(onRequest: (request: Incoming) => void) {
  const { parent } = window;
  if (parent === window) return undefined;
  const cancelListeners = new Set<() => void>();
  let current: Incoming | undefined;

  const listen = (event: MessageEvent<unknown>) => {
    // An opaque origin ("null") cannot be answered to, nor named to the person.
    if (event.source !== parent || event.origin === "null") return;
    if (current !== undefined && event.origin !== current.site) return;
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
  // Nothing secret: whoever embeds the page learns that it is there.
  send({ kind: "ready" }, "*");
  return {
    answer(request: Incoming, answer: Answer) {
      send({ kind: "answer", id: request.id, answer }, request.site);
    },
    sayHeight(height: number) {
      if (current !== undefined) send({ kind: "size", height }, current.site);
    },
    /** Calls the listener when the person pressed Esc outside of the page, until told to stop. */
    onCancel(listener: () => void) {
      cancelListeners.add(listener);
      return () => cancelListeners.delete(listener);
    },
  };
}
