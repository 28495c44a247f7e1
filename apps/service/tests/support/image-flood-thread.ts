import { parentPort, workerData } from "node:worker_threads";
import type { ImageFlood } from "./image-flood.ts";

// Uploads and loads images as fast as the service lets it, in a thread: what that costs must not count.

const { origin, clients, file }: ImageFlood = workerData;
/** More than a client may have at once. */
const LANES = { uploads: 5, loads: 20 };
/** Milliseconds after a refusal. */
const PAUSE = 100;

let asked = 0;

function upload(address: string, cookies: readonly string[]): Promise<Response> {
  const form = new FormData();
  form.set("file", new Blob([Uint8Array.from(file)]), "image.jpeg");
  const cookie = cookies[asked % cookies.length] ?? "";
  const headers = { origin, cookie, "x-forwarded-for": address };
  return fetch(`${origin}/api/upload`, { method: "POST", body: form, headers });
}

/** A quarter of the hosts say nothing. The others send an image that is slow to decode. */
function load(address: string): Promise<Response> {
  const url = `https://images.example/${asked % 4 === 0 ? "silent" : "noise"}?${asked}`;
  const headers = { "x-forwarded-for": address };
  return fetch(`${origin}/image?url=${encodeURIComponent(url)}`, { headers });
}

async function repeat(ask: () => Promise<Response>): Promise<never> {
  for (;;) {
    asked += 1;
    const response = await ask();
    await response.arrayBuffer();
    if (response.url.endsWith("/upload") && response.status !== 429) parentPort?.postMessage("");
    if (response.status !== 200) await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

for (const { address, cookies } of clients) {
  for (let lane = 0; lane < LANES.uploads; lane += 1) void repeat(() => upload(address, cookies));
  for (let lane = 0; lane < LANES.loads; lane += 1) void repeat(() => load(address));
}
