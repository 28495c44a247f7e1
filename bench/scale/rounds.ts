/** The middle of some numbers. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Two things measured by turns. */
export interface Pair {
  /** Medians. */
  first: number;
  second: number;
  /** The median of each round's `first / second`: what disturbs a round disturbs both. */
  ratio: number;
}

/**
 * Measures two things by turns, each going first in every other round, so that a busy machine hits both alike.
 * @param rounds how often; one round before them is for warming up and is not counted
 */
export async function measureByTurns(
  rounds: number,
  first: (round: number) => Promise<number>,
  second: (round: number) => Promise<number>,
): Promise<Pair> {
  const firsts: number[] = [];
  const seconds: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    let one: number;
    let other: number;
    if (round % 2 === 0) {
      one = await first(round);
      other = await second(round);
    } else {
      other = await second(round);
      one = await first(round);
    }
    if (round === 0) continue;
    firsts.push(one);
    seconds.push(other);
  }
  return {
    first: median(firsts),
    second: median(seconds),
    ratio: median(firsts.map((value, index) => value / (seconds[index] ?? Number.NaN))),
  };
}

/** How long something takes, in milliseconds. */
export async function timeOf(task: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await task();
  return performance.now() - start;
}
