export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Two measurements taken by turns. */
export interface Pair {
  /** Medians. */
  first: number;
  second: number;
  /** The median of `first / second` over the rounds. */
  ratio: number;
}

/**
 * Measures two things by turns, so that a busy machine hits both alike. Each goes first in every other round.
 * @param rounds how often; one more round comes first to warm up and does not count
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

/** Times something in milliseconds. */
export async function timeOf(task: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await task();
  return performance.now() - start;
}

/**
 * Runs a step of a bench and prints how long it took. If it takes too long, prints that and ends the process: a step
 * that hangs would make the clean-up hang, too.
 * @param limit milliseconds
 */
export async function step<Result>(
  name: string,
  run: () => Promise<Result>,
  limit = 1_800_000,
): Promise<Result> {
  const timer = setTimeout(() => {
    console.error(`Gave up ${name} after ${limit / 1000} s.`);
    process.exit(1);
  }, limit);
  const start = performance.now();
  try {
    return await run();
  } finally {
    clearTimeout(timer);
    console.log(`  ${name} took ${((performance.now() - start) / 1000).toFixed(1)} s`);
  }
}
