import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** How an address was answered meanwhile. */
export interface Waits {
  /** Milliseconds. */
  longest: number;
  asked: number;
}

/** Asks an address from a thread, all the time. */
export interface Prober {
  /** The waits during some work, and of the first requests after it. */
  during(work: () => Promise<unknown>): Promise<Waits>;
  /** The waits of some requests without any work. */
  without(requests: number): Promise<Waits>;
  close(): Promise<void>;
}

/** Requests after the work. */
const AFTER = 3;

/** Asks a service's `/healthz`. */
export const startProber = (origin: string): Promise<Prober> => probe(`${origin}/healthz`);

/**
 * Asks for an address while something happens.
 * @returns the milliseconds of the longest answer, and what happened
 */
export async function longestWaitDuring<Result>(
  address: string,
  happen: () => Promise<Result>,
): Promise<{ longest: number; result: Result }> {
  const prober = await probe(address);
  try {
    const happening = Promise.withResolvers<Result>();
    const { longest } = await prober.during(async () => happening.resolve(await happen()));
    return { longest, result: await happening.promise };
  } finally {
    await prober.close();
  }
}

async function probe(address: string): Promise<Prober> {
  const thread = new Worker(new URL("./prober-thread.ts", import.meta.url), {
    workerData: address,
  });
  const without = async (requests: number): Promise<Waits> => {
    const answer = once(thread, "message");
    thread.postMessage(requests);
    const [waits] = await answer;
    return waits;
  };
  await without(AFTER);
  return {
    without,
    async during(work) {
      await without(1);
      await work();
      return without(AFTER);
    },
    close: async () => void (await thread.terminate()),
  };
}
