import { connect } from "node:net";
import { parentPort } from "node:worker_threads";
import type { Load, LoadResult } from "./load.ts";

const END_OF_HEAD = Buffer.from("\r\n\r\n");

/** Sends so many requests over connections that stay open, each the next one when it has its answer. */
async function send({ port, request, connections, count, status }: Load): Promise<LoadResult> {
  let left = count;
  let bytes = 0;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, "127.0.0.1");
      let pending: Buffer = Buffer.alloc(0);
      const next = () => {
        if (left === 0) {
          socket.end();
        } else {
          left -= 1;
          socket.write(request);
        }
      };
      socket.setNoDelay(true);
      socket.on("connect", next);
      socket.on("error", reject);
      socket.on("close", () => resolve());
      socket.on("data", (part) => {
        pending = pending.length === 0 ? part : Buffer.concat([pending, part]);
        const end = pending.indexOf(END_OF_HEAD);
        if (end < 0) return;
        const head = pending.toString("latin1", 0, end);
        if (!head.startsWith(`HTTP/1.1 ${status} `)) {
          socket.destroy(new Error(`Not answered with ${status}: ${head}`));
          return;
        }
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
        if (pending.length < end + END_OF_HEAD.length + length) return;
        bytes += length;
        pending = Buffer.alloc(0);
        next();
      });
    });
  const start = performance.now();
  await Promise.all(Array.from({ length: connections }, one));
  return { perSecond: count / ((performance.now() - start) / 1000), bytes: bytes / count };
}

parentPort?.on("message", (load: Load) => {
  send(load).then(
    (result) => parentPort?.postMessage(result),
    (error) => parentPort?.postMessage({ error: String(error) }),
  );
});
