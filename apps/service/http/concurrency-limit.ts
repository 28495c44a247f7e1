import type { Config } from "@colonnade/domain/config.ts";
import { type ClientContext, clientOf } from "./client-address.ts";
import { BusyError, TooManyError } from "./errors.ts";

/**
 * Bounds how many requests are worked on at once: for each client and in total.
 * @param retryAfter seconds that a refused client is told to wait
 */
export function createConcurrencyLimit(
  config: Config,
  slots: { client: number; all: number },
  retryAfter: number,
) {
  const used = new Map<string, number>();
  let all = 0;
  return {
    /**
     * @returns a function that releases the slot; a second call of it does nothing
     * @throws TooManyError when the client has all its slots, BusyError when none is left
     */
    acquire(c: ClientContext): () => void {
      const client = clientOf(c, config);
      const own = used.get(client) ?? 0;
      if (own >= slots.client) throw new TooManyError(retryAfter);
      if (all >= slots.all) throw new BusyError(retryAfter);
      used.set(client, own + 1);
      all += 1;
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        all -= 1;
        const left = (used.get(client) ?? 1) - 1;
        if (left === 0) used.delete(client);
        else used.set(client, left);
      };
    },
  };
}

export type ConcurrencyLimit = ReturnType<typeof createConcurrencyLimit>;
