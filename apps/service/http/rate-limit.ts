import type { Config } from "@colonnade/domain/config.ts";
import { CLIENTS_PER_SITE, type ClientContext, clientOf, siteOf } from "./client-address.ts";
import { TooManyError } from "./errors.ts";

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
 * @param words what to tell who has reached the limit
 */
export function createRateLimit(config: Config, times: number, period: number, words?: string) {
  let counts = new Map<string, number>();
  let end = Date.now() + period;

  function countKey(key: string, most: number): void {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count > most) throw new TooManyError(Math.ceil((end - Date.now()) / 1000), words);
  }

  return {
    /**
     * Counts one request.
     * @param address the signed-in address, for calls that need a session
     * @throws TooManyError
     */
    count(c: ClientContext, address?: string): void {
      if (Date.now() >= end) {
        counts = new Map();
        end = Date.now() + period;
      }
      if (address !== undefined) countKey(address, times);
      const most = address === undefined ? times : times * ADDRESSES_PER_CLIENT;
      const client = clientOf(c, config);
      const site = siteOf(client);
      // First, so that a site over its limit adds no further clients to what is kept.
      if (site !== null) countKey(site, most * CLIENTS_PER_SITE);
      countKey(client, most);
    },
  };
}
