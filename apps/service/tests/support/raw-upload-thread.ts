import { connect } from "node:net";
import { parentPort, workerData } from "node:worker_threads";
import type { RawUpload } from "./raw-upload.ts";

// Sends uploads byte by byte as they are given, in a thread of its own, and says which status each got.

const { origin, uploads }: { origin: string; uploads: RawUpload[] } = workerData;
const { port, hostname } = new URL(origin);

function send({ headers, start, piece, times }: RawUpload): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    const length = Buffer.byteLength(start) + Buffer.byteLength(piece) * times;
    const lines = { ...headers, host: hostname, origin, "content-length": String(length) };
    const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
    // Many pieces at once, so that the service gets the whole quickly.
    const block = piece.repeat(Math.min(times, Math.ceil(65_536 / piece.length)));
    let left = Buffer.byteLength(piece) * times;
    const write = () => {
      while (left > 0 && !socket.destroyed) {
        const part = Buffer.from(block).subarray(0, left);
        left -= part.length;
        if (!socket.write(part)) {
          socket.once("drain", write);
          return;
        }
      }
    };
    socket.on("error", () => resolve("cut"));
    socket.on("close", () => resolve("cut"));
    socket.once("data", (answer) => {
      resolve(answer.toString("latin1").slice(9, 12));
      socket.destroy();
    });
    socket.write(`POST /api/upload HTTP/1.1\r\n${head.join("")}\r\n${start}`);
    write();
  });
}

parentPort?.postMessage(await Promise.all(uploads.map(send)));
