/** A queue of tasks: each starts when the one before it has ended, well or badly. */
export function queueTasks() {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(task: () => Promise<Result>): Promise<Result> => {
    const run = last.then(task, task);
    last = run;
    return run;
  };
}
