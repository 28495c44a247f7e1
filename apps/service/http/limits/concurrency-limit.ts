import type { Config } from "@colonnade/domain/config.ts";
import { BusyError, TooManyError } from "../errors.ts";
import {
  CLIENTS_PER_SITE,
  type ClientContext,
  clientOf,
  siteOf,
} from "../requests/client-address.ts";

/** Four sites never have all slots. */
const LARGEST_SHARE = 1 / 5;

/**
 * Bounds how many requests are worked on at once: for each client, for each site of IPv6 and in total.
 * @param retryAfter seconds that a refused client is told to wait
 * @param onFull called when a client needs a slot and all are taken; it may release one
 */
export function createConcurrencyLimit(
  config: Config,
  slots: { client: number; all: number },
  retryAfter: number,
  onFull: () => void = () => {},
) {
  const ofSite = Math.max(
    slots.client,
    Math.min(slots.client * CLIENTS_PER_SITE, Math.floor(slots.all * LARGEST_SHARE)),
  );
  const used = new Map<string, number>();
  let all = 0;

  function add(key: string, change: 1 | -1): void {
    const count = (used.get(key) ?? 0) + change;
    if (count === 0) used.delete(key);
    else used.set(key, count);
  }

  const isFull = (key: string, most: number) => (used.get(key) ?? 0) >= most;

  function acquireFor(client: string): () => void {
    const site = siteOf(client);
    if (isFull(client, slots.client) || (site !== null && isFull(site, ofSite))) {
      throw new TooManyError(retryAfter);
    }
    if (all >= slots.all) onFull();
    if (all >= slots.all) throw new BusyError(retryAfter);
    const keys = site === null ? [client] : [client, site];
    for (const key of keys) add(key, 1);
    all += 1;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      all -= 1;
      for (const key of keys) add(key, -1);
    };
  }

  return {
    /**
     * @returns a function that releases the slot; a second call of it does nothing
     * @throws TooManyError when the client or its site has all its slots, BusyError when none is left
     */
    acquire: (c: ClientContext) => acquireFor(clientOf(c, config)),
    /** As `acquire`, for a client that `clientAt` returned. */
    acquireFor,
  };
}

/** What a route needs of it. */
export type ConcurrencyLimit = Pick<ReturnType<typeof createConcurrencyLimit>, "acquire">;
