import type { Logger } from "pino";

/** Milliseconds between two lines of the same kind. */
const EVERY = 60_000;

/** Trouble that lasts until an operator acts. */
export abstract class AlarmError extends Error {
  /** The name of the alarm in the log. */
  abstract readonly alarm: string;
}

/**
 * Logs trouble that may last: of each kind once a minute at most. An alarm is an error with its own message, and a kind
 * of its own; all else is a warning.
 */
export type WarnOfTrouble = (
  details: { err?: unknown; remoteAddress?: string },
  kind: string,
) => void;

export function createTroubleLog(log: Logger): WarnOfTrouble {
  const loggedAt = new Map<string, number>();
  return (details, kind) => {
    const { err } = details;
    const message = err instanceof AlarmError ? err.message : kind;
    const now = performance.now();
    if (now - (loggedAt.get(message) ?? Number.NEGATIVE_INFINITY) < EVERY) {
      log.debug(details, message);
      return;
    }
    loggedAt.set(message, now);
    if (err instanceof AlarmError) log.error({ alarm: err.alarm, ...details }, message);
    else log.warn(details, message);
  };
}
