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
const NOTHING = Buffer.alloc(0);

/**
 * Runs in the thread. Each connection sends its next request after an answer. It reads as little as it can of an answer,
 * so that the server's work counts and not its own. @returns answers per second
 */
async function send({ port, request, connections, count, status }: Load): Promise<number> {
  let left = count;
  const expected = `HTTP/1.1 ${status} `;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, "127.0.0.1");
      let pending: Buffer = NOTHING;
      /** Bytes of an answer, once the first one has come: all are as long. */
      let answer: number | null = null;
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
        answer ??= answerLength(pending);
        if (answer === null || pending.length < answer) return;
        requireStatus(pending, expected);
        pending = pending.subarray(answer);
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

function requireStatus(answer: Buffer, expected: string): void {
  if (answer.toString("latin1", 0, expected.length) === expected) return;
  throw new Error(`Expected ${expected}, not ${answer.toString("latin1")}`);
}

/** The length of an answer, or null while its head has not come. */
function answerLength(pending: Buffer): number | null {
  const end = pending.indexOf(END_OF_HEAD);
  if (end < 0) return null;
  const head = pending.toString("latin1", 0, end);
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
  return end + END_OF_HEAD.length + length;
}

// An error ends the thread, and `once` rejects with it.
parentPort?.on("message", async (load: Load) => parentPort?.postMessage(await send(load)));
