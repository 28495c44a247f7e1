import type { Config } from "@colonnade/domain/config.ts";
import { BusyError, TooManyError } from "./errors.ts";
import { type Asking, clientOf } from "./services.ts";

/** Lets in so many at once, of each client and in all. */
export interface Places {
  /**
   * @returns how to leave
   * @throws TooManyError, BusyError
   */
  take(c: Asking): () => void;
}

/** @param retryAfter seconds after which somebody may have left */
export function createPlaces(
  config: Config,
  most: { client: number; all: number },
  retryAfter: number,
): Places {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    take(c) {
      const client = clientOf(c, config);
      const own = taken.get(client) ?? 0;
      if (own >= most.client) throw new TooManyError(retryAfter);
      if (all >= most.all) throw new BusyError(retryAfter);
      taken.set(client, own + 1);
      all += 1;
      let hasLeft = false;
      return () => {
        if (hasLeft) return;
        hasLeft = true;
        all -= 1;
        const left = (taken.get(client) ?? 1) - 1;
        if (left === 0) taken.delete(client);
        else taken.set(client, left);
      };
    },
  };
}
