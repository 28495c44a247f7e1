/** A task that is run again and again. */
export interface Repetition {
  /** Runs it now, or once more after the run under way. */
  wake(): void;
  stop(): Promise<void>;
}

/**
 * Runs a task now and again and again, never twice at once.
 * @param pause milliseconds from one run's end to the next one's start
 */
export function repeat(
  pause: number,
  task: () => Promise<void>,
  onError: (error: unknown) => void,
): Repetition {
  let isStopped = false;
  let isRunning = false;
  let isWanted = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const run = () => {
    isRunning = true;
    isWanted = false;
    running = task()
      .catch(onError)
      .then(() => {
        isRunning = false;
        if (isStopped) return;
        if (isWanted) run();
        else timer = setTimeout(run, pause);
      });
  };
  run();
  return {
    wake() {
      if (isStopped) return;
      isWanted = true;
      if (isRunning) return;
      clearTimeout(timer);
      run();
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
