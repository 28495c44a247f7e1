/**
 * Runs a task now and again and again, never twice at once.
 * @param pause milliseconds from one run's end to the next one's start
 */
export function repeat(
  pause: number,
  task: () => Promise<void>,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const run = () => {
    running = task()
      .catch(onError)
      .then(() => {
        if (!isStopped) timer = setTimeout(run, pause);
      });
  };
  run();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
