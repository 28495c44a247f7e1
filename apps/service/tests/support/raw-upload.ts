import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** A request to `/api/upload`: `start`, and then the same piece again and again. */
export interface RawUpload {
  headers: Record<string, string>;
  start: string;
  piece: string;
  times: number;
}

/**
 * Sends uploads at once, from a thread.
 * @returns the status of each, or `cut` when the service closed the connection without an answer
 */
export async function sendRaw(origin: string, uploads: RawUpload[]): Promise<string[]> {
  const worker = new Worker(new URL("./raw-upload-thread.ts", import.meta.url), {
    workerData: { origin, uploads },
  });
  const [statuses]: string[][] = await once(worker, "message");
  await worker.terminate();
  return statuses ?? [];
}
