import pino, { type DestinationStream, type Logger } from "pino";

/** Characters of a line. A longer one is cut: somebody may send what an error then quotes. */
const LONGEST = 64 * 1024;
/** Characters of a cut line that are kept. Each takes six of JSON at most. */
const EXCERPT = 10_000;

/**
 * The service's log, one JSON in each line.
 * @param level the lowest that is logged, by pino's names
 * @param destination standard output if absent
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, hooks: { streamWrite: cut } };
  return destination === undefined ? pino(options) : pino(options, destination);
}

function cut(line: string): string {
  if (line.length <= LONGEST) return line;
  const { level, time, pid, hostname, alarm } = JSON.parse(line);
  const msg = "a line that was too long to log";
  const excerpt = line.slice(0, EXCERPT);
  return `${JSON.stringify({ level, time, pid, hostname, alarm, msg, excerpt })}\n`;
}

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
  details: {
    err?: unknown;
    path?: string;
    remoteAddress?: string;
    height?: number | undefined;
    to?: number;
  },
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
