import type { Config } from "@colonnade/domain/config.ts";
import { TooManyError } from "./errors.ts";
import { type Asking, clientOf } from "./services.ts";

/** Lets a client do something so many times a period, and an address that is signed in, too. */
export interface Limiter {
  /**
   * @param address who is signed in, where somebody must be
   * @throws TooManyError
   */
  take(c: Asking, address?: string): void;
}

/** Addresses cost nothing to make, so the client counts for them too; but a home or an office has several people. */
const PEOPLE = 5;

/** Periods, in milliseconds. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** @param period milliseconds */
export function createLimiter(config: Config, times: number, period: number): Limiter {
  let counts = new Map<string, number>();
  let end = Date.now() + period;

  function count(key: string, most: number): void {
    const taken = (counts.get(key) ?? 0) + 1;
    counts.set(key, taken);
    if (taken > most) throw new TooManyError(Math.ceil((end - Date.now()) / 1000));
  }

  return {
    take(c, address) {
      if (Date.now() >= end) {
        counts = new Map();
        end = Date.now() + period;
      }
      if (address !== undefined) count(address, times);
      count(clientOf(c, config), address === undefined ? times : times * PEOPLE);
    },
  };
}
