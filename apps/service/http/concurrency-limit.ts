import type { Config } from "@colonnade/domain/config.ts";
import { CLIENTS_PER_SITE, type ClientContext, clientOf, siteOf } from "./client-address.ts";
import { BusyError, TooManyError } from "./errors.ts";

/**
 * Bounds how many requests are worked on at once: for each client, for each site of IPv6 and in total.
 * @param retryAfter seconds that a refused client is told to wait
 */
export function createConcurrencyLimit(
  config: Config,
  slots: { client: number; all: number },
  retryAfter: number,
) {
  const used = new Map<string, number>();
  let all = 0;

  function add(key: string, change: 1 | -1): void {
    const count = (used.get(key) ?? 0) + change;
    if (count === 0) used.delete(key);
    else used.set(key, count);
  }

  return {
    /**
     * @returns a function that releases the slot; a second call of it does nothing
     * @throws TooManyError when the client or its site has all its slots, BusyError when none is left
     */
    acquire(c: ClientContext): () => void {
      const client = clientOf(c, config);
      const site = siteOf(client);
      const isFull =
        (used.get(client) ?? 0) >= slots.client ||
        (site !== null && (used.get(site) ?? 0) >= slots.client * CLIENTS_PER_SITE);
      if (isFull) throw new TooManyError(retryAfter);
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
    },
  };
}

export type ConcurrencyLimit = ReturnType<typeof createConcurrencyLimit>;
