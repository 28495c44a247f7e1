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
