import { isTorture, longestOf } from "@colonnade/torture/torture.ts";
import type { Prober } from "./prober.ts";

/** Tries of an attack whose first was too slow, because the machine itself may stall. */
const STALL_TRIES = 5;

/** How long an attack made others wait, in milliseconds. */
export interface Stall {
  /** What counts: the median of the tries. In `npm test`, whose machine is busy, the shortest. */
  wait: number;
  /** The longest wait of any try. */
  longest: number;
  tries: number;
}

/**
 * Attacks once, and again while others wait for longer than they may. In `npm test`, what they wait anyway does not
 * count: it is measured if they waited too long.
 * @param most in milliseconds
 */
export async function measureStall(
  prober: Prober,
  attack: () => Promise<unknown>,
  most: number,
): Promise<Stall> {
  const waits: number[] = [];
  let longest = 0;
  const tryOnce = async () => {
    const during = await prober.during(attack);
    longest = Math.max(longest, during.longest);
    const isCounted = isTorture || during.longest <= most;
    const usual = isCounted ? 0 : (await prober.without(during.asked)).longest;
    waits.push(during.longest - usual);
  };
  await tryOnce();
  const slowest = () => longestOf(Math.max(...waits), Math.min(...waits));
  while (slowest() > most && waits.length < STALL_TRIES) await tryOnce();
  const median = waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)] ?? Infinity;
  return { wait: longestOf(median, Math.min(...waits)), longest, tries: waits.length };
}

/**
 * Says in a row how long others waited for attacks.
 * @param waits of each, in milliseconds
 * @param most as given to `measureStall`
 */
export const sayWaits = (waits: readonly number[], most: number): string =>
  `/healthz waited at most ${Math.round(Math.max(...waits))} ms: the median of ${STALL_TRIES} tries where the first took over ${most} ms; longest is of all tries`;
