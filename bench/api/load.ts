import { once } from "node:events";
import { connect } from "node:net";
import { parentPort, Worker } from "node:worker_threads";

/** Identical requests to send. */
export interface Load {
  port: number;
  /** The bytes of one request. */
  request: string;
  connections: number;
  count: number;
  /** The status that every answer must have. */
  status: number;
}

/** Starts a thread that sends requests, so that the load does not slow down the measuring. */
export function startLoadThread() {
  const worker = new Worker(new URL(import.meta.url));
  return {
    /** @returns answers per second. An answer with another status rejects */
    async send(load: Load): Promise<number> {
      worker.postMessage(load);
      const [perSecond] = await once(worker, "message");
      return Number(perSecond);
    },
    close: () => worker.terminate(),
  };
}

/** A GET over HTTP/1.1 as text. */
export function getRequest(path: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries({ host: "127.0.0.1", ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return `GET ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
}

const END_OF_HEAD = Buffer.from("\r\n\r\n");

/** Runs in the thread. Each connection sends its next request after an answer. @returns answers per second */
async function send({ port, request, connections, count, status }: Load): Promise<number> {
  let left = count;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, "127.0.0.1");
      let pending: Buffer = Buffer.alloc(0);
      const next = () => {
        if (left === 0) return void socket.end();
        left -= 1;
        socket.write(request);
      };
      socket.setNoDelay(true);
      socket.on("connect", next);
      socket.on("error", reject);
      socket.on("close", () => resolve());
      socket.on("data", (part) => {
        pending = append(pending, part);
        const end = pending.indexOf(END_OF_HEAD);
        if (end < 0) return;
        const head = pending.toString("latin1", 0, end);
        if (!head.startsWith(`HTTP/1.1 ${status} `)) {
          socket.destroy(new Error(`Not answered with ${status}: ${head}`));
          return;
        }
        const length = contentLength(head);
        if (pending.length < end + END_OF_HEAD.length + length) return;
        pending = Buffer.alloc(0);
        next();
      });
    });
  const start = performance.now();
  await Promise.all(Array.from({ length: connections }, one));
  return count / ((performance.now() - start) / 1000);
}

function append(pending: Buffer, part: Buffer): Buffer {
  return pending.length === 0 ? part : Buffer.concat([pending, part]);
}

function contentLength(head: string): number {
  return Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
}

// An error ends the thread, and `once` rejects with it.
parentPort?.on("message", async (load: Load) => parentPort?.postMessage(await send(load)));
