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
