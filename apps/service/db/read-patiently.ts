import { setTimeout as delay } from "node:timers/promises";
import { DatabaseUnavailableError } from "./unavailable.ts";

/** Milliseconds before each further try. */
const PAUSES = [500, 1_000, 2_000, 4_000, 8_000];

/**
 * Reads again while the database does not answer. For what takes minutes, which one late answer must not break off.
 * @throws DatabaseUnavailableError
 */
export async function readPatiently<Result>(read: () => Promise<Result>): Promise<Result> {
  for (const pause of PAUSES) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError)) throw error;
    }
    await delay(pause);
  }
  return read();
}
