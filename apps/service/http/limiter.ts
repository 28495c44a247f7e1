import { TooManyError } from "./errors.ts";

/** Lets each key through so many times a period. */
export interface Limiter {
  /** @throws TooManyError */
  take(key: string): void;
}

/** @param period milliseconds */
export function createLimiter(times: number, period: number): Limiter {
  let counts = new Map<string, number>();
  let end = Date.now() + period;
  return {
    take(key) {
      if (Date.now() >= end) {
        counts = new Map();
        end = Date.now() + period;
      }
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      if (count > times) throw new TooManyError();
    },
  };
}
