import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** Clients that upload an image again and again, and load images from other hosts. */
export interface ImageFlood {
  origin: string;
  clients: { address: string; cookies: readonly string[] }[];
  /** The image that they upload. */
  file: Uint8Array;
}

/** Floods a service until it is disposed. Resolves when an upload was answered: many others wait then. */
export async function startImageFlood(flood: ImageFlood): Promise<AsyncDisposable> {
  const thread = new Worker(new URL("./image-flood-thread.ts", import.meta.url), {
    workerData: flood,
  });
  await once(thread, "message");
  return {
    async [Symbol.asyncDispose]() {
      await thread.terminate();
    },
  };
}
