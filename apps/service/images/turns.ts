/** Runs tasks, at most `most` of them at once; the others wait in the order they came. */
export function createTurns(most: number) {
  let busy = 0;
  const waiting: (() => void)[] = [];
  return async function inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    if (busy >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else busy += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) busy -= 1;
      else next();
    }
  };
}
