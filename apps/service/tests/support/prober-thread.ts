import { request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

// Asks an address again and again, and keeps the longest wait. A thread of its own: the test's work must not count.

const url: string = workerData;
/** Milliseconds between two requests: few, so that each stall is met near its beginning. */
const EVERY = 3;

let waits = { longest: 0, asked: 0 };
/** After how many requests to answer the test. */
let wanted: number | null = null;

function ask(): Promise<void> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const asking = request(url, { agent: false }, (response) => {
      response.resume().on("end", () => {
        if (response.statusCode !== 200) return reject(new Error(`${response.statusCode}`));
        const { longest, asked } = waits;
        waits = {
          longest: Math.max(longest, performance.now() - started),
          asked: asked + 1,
        };
        resolve();
      });
    });
    asking.on("error", reject).end();
  });
}

function answer(): void {
  if (wanted === null || waits.asked < wanted) return;
  parentPort?.postMessage(waits);
  waits = { longest: 0, asked: 0 };
  wanted = null;
}

async function askForever(): Promise<void> {
  for (;;) {
    await ask();
    answer();
    await new Promise((resolve) => setTimeout(resolve, EVERY));
  }
}

parentPort?.on("message", (count: number) => {
  wanted = count;
});
void askForever();
