import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** How `/healthz` was answered meanwhile. */
export interface Waits {
  /** Milliseconds. */
  longest: number;
  asked: number;
}

/** Asks a service's `/healthz` from a thread, all the time. */
export interface Prober {
  /** The waits during some work, and of the first requests after it. */
  during(work: () => Promise<unknown>): Promise<Waits>;
  /** The waits of some requests without any work. */
  without(requests: number): Promise<Waits>;
  close(): Promise<void>;
}

/** Requests after the work. */
const AFTER = 3;

export async function startProber(origin: string): Promise<Prober> {
  const thread = new Worker(new URL("./prober-thread.ts", import.meta.url), {
    workerData: `${origin}/healthz`,
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
