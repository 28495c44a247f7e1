import { appendFileSync } from "node:fs";
import * as z from "zod/mini";

/** Which part of the torture's tries a test makes, from above 0 to 1. Unset in `npm test`. */
export const TORTURE_SHARE = "COLONNADE_TORTURE_SHARE";
/** The file that a torture's rows are appended to, one JSON in each line. */
export const TORTURE_ROWS = "COLONNADE_TORTURE_ROWS";

/** What a fault or an attack came to: a row of docs/reliability.md. */
export const tortureRowSchema = z.object({
  /** Names the fault or the attack. */
  fault: z.string(),
  tries: z.int(),
  /** What was compared, and how it came out. */
  result: z.string(),
  /** The longest time in milliseconds that the service did not do its work, or null where nothing was unavailable. */
  longestMs: z.nullable(z.number()),
});
export type TortureRow = z.infer<typeof tortureRowSchema>;

/** Whether `npm run torture` runs the tests. */
export const isTorture = process.env[TORTURE_SHARE] !== undefined;

/** The number of tries of a test: few in `npm test`, many by `npm run torture`. */
export function triesOf({ usual, torture }: { usual: number; torture: number }): number {
  const share = process.env[TORTURE_SHARE];
  return share === undefined ? usual : Math.ceil(torture * Number(share));
}

/**
 * The longest time that something may take, in milliseconds: as named by `npm run torture`, which has the machine to
 * itself, and more in `npm test`, whose machine is busy.
 * @param busy in `npm test`; five times as long if absent
 */
export function longestOf(ms: number, busy = 5 * ms): number {
  return isTorture ? ms : busy;
}

/** Tells `npm run torture` what a test came to. Call it last, so that a failed test tells nothing. */
export function tellRow(row: TortureRow): void {
  const file = process.env[TORTURE_ROWS];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(row)}\n`);
}
