import type { Config } from "@colonnade/domain/config.ts";
import { TooManyError } from "../errors.ts";
import {
  CLIENTS_PER_SITE,
  type ClientContext,
  clientOf,
  siteOf,
} from "../requests/client-address.ts";

/**
 * How many addresses one client may use in full. Addresses cost nothing to make, so clients are counted too; but
 * several people share a home's or an office's client address.
 */
const ADDRESSES_PER_CLIENT = 5;

/** Periods, in milliseconds. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/**
 * Bounds how many requests a client, its site, and a signed-in address may make in a period.
 * @param period milliseconds
 * @param words the message for a client that has reached the limit
 */
export function createRateLimit(config: Config, times: number, period: number, words?: string) {
  let counts = new Map<string, number>();
  let end = Date.now() + period;

  const refusal = () => new TooManyError(Math.ceil((end - Date.now()) / 1000), words);

  /** A new period also begins when the clock has been set back. */
  function beginPeriod(): void {
    const left = end - Date.now();
    if (left > 0 && left <= period) return;
    counts = new Map();
    end = Date.now() + period;
  }

  /** The counters of a request, each with its limit. */
  function keysOf(c: ClientContext, address?: string): [key: string, most: number][] {
    const most = address === undefined ? times : times * ADDRESSES_PER_CLIENT;
    const client = clientOf(c, config);
    const site = siteOf(client);
    return [
      ...(address === undefined ? [] : [[address, times] satisfies [string, number]]),
      // Before the client, so that a site over its limit adds no further clients to the counts.
      ...(site === null ? [] : [[site, most * CLIENTS_PER_SITE] satisfies [string, number]]),
      [client, most],
    ];
  }

  return {
    /**
     * Counts one request.
     * @param address the signed-in address, for calls that need a session
     * @throws TooManyError
     */
    count(c: ClientContext, address?: string): void {
      beginPeriod();
      for (const [key, most] of keysOf(c, address)) {
        const count = (counts.get(key) ?? 0) + 1;
        counts.set(key, count);
        if (count > most) throw refusal();
      }
    },

    /** Says whether a request would be refused, and counts none. @throws TooManyError */
    check(c: ClientContext, address?: string): void {
      beginPeriod();
      const isFull = keysOf(c, address).some(([key, most]) => (counts.get(key) ?? 0) >= most);
      if (isFull) throw refusal();
    },
  };
}
