import { once } from "node:events";
import { Worker } from "node:worker_threads";

/**
 * Asks for an address again and again while something happens.
 * @returns the milliseconds of the longest answer, and what happened
 */
export async function longestWaitDuring<Result>(
  address: string,
  happen: () => Promise<Result>,
): Promise<{ longest: number; result: Result }> {
  const worker = new Worker(new URL("./probe-thread.ts", import.meta.url), { workerData: address });
  try {
    await once(worker, "message");
    const result = await happen();
    const told = once(worker, "message");
    worker.postMessage("stop");
    const [longest]: number[] = await told;
    if (longest === undefined) throw new Error("The probe told nothing");
    return { longest, result };
  } finally {
    await worker.terminate();
  }
}
