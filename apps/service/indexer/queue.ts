import { setTimeout as delay } from "node:timers/promises";

/** Runs one task at a time, in the order of the calls. */
export interface Queue {
  run<Result>(task: () => Promise<Result>): Promise<Result>;
  /**
   * Runs a task if it begins soon, and waits for its end. Else drops it, so that what it holds does not stay in memory.
   * @param wait milliseconds
   * @returns null when the task was dropped
   */
  runSoon<Result>(wait: number, task: () => Promise<Result>): Promise<Result | null>;
}

/**
 * Joins calls with the same key: a call during another one gets that one's result, and its own task never runs.
 * @returns runs a task; one without a key is never joined
 */
export function createJoin<Result>(): (
  key: string | null,
  task: () => Promise<Result>,
) => Promise<Result> {
  const running = new Map<string, Promise<Result>>();
  return (key, task) => {
    if (key === null) return task();
    const joined = running.get(key) ?? task().finally(() => running.delete(key));
    running.set(key, joined);
    return joined;
  };
}

export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();

  function run<Result>(task: () => Promise<Result>): Promise<Result> {
    const running = last.then(task);
    last = running.catch(() => {});
    return running;
  }

  return {
    run,
    async runSoon(wait, task) {
      // Null once the task has begun, or is dropped.
      let waiting: typeof task | null = task;
      const running = run(async () => {
        const begun = waiting;
        waiting = null;
        return begun === null ? null : begun();
      });
      await Promise.race([running, delay(wait, undefined, { ref: false })]);
      if (waiting === null) return running;
      waiting = null;
      return null;
    },
  };
}
