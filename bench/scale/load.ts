import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { z } from "zod";

/** Requests to send, all alike. */
export interface Load {
  port: number;
  /** The bytes of one request. */
  request: string;
  connections: number;
  count: number;
  /** What each must be answered with. */
  status: number;
}

const resultSchema = z.union([
  z.object({ perSecond: z.number(), bytes: z.number() }),
  z.object({ error: z.string() }),
]);
export interface LoadResult {
  perSecond: number;
  /** Of a body, in the mean. */
  bytes: number;
}

/** Sends requests from a thread of its own, so that measuring does not wait for what is measured. */
export interface LoadGenerator {
  send(load: Load): Promise<LoadResult>;
  close(): Promise<void>;
}

export function createLoadGenerator(): LoadGenerator {
  const worker = new Worker(new URL("load-worker.ts", import.meta.url));
  return {
    async send(load) {
      worker.postMessage(load);
      const [message] = await once(worker, "message");
      const result = resultSchema.parse(message);
      if ("error" in result) throw new Error(result.error);
      return result;
    },
    async close() {
      await worker.terminate();
    },
  };
}

/** A GET over HTTP/1.1 as text. */
export function getRequest(path: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries({ host: "127.0.0.1", ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return `GET ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
}
