import { setTimeout as delay } from "node:timers/promises";
import { DatabaseUnavailableError } from "./unavailable.ts";

/** Milliseconds before each further try. */
const PAUSES = [500, 1_000, 2_000, 4_000, 8_000];

/**
 * Asks again while the database does not answer. For tasks of minutes, which one late answer must not end.
 * @param ask may be called again after it took effect
 * @param signal ends the waiting
 * @throws DatabaseUnavailableError, and an AbortError when the signal ends the waiting
 */
export async function retryWhileUnavailable<Result>(
  ask: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  for (const pause of PAUSES) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError)) throw error;
    }
    await delay(pause, undefined, { signal });
  }
  return ask();
}
