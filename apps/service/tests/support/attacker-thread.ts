import { request } from "node:http";
import { parentPort } from "node:worker_threads";
import type { Attack } from "./attacker.ts";

// Sends requests that cost their sender much, too: in a thread, where that holds up nobody.

parentPort?.on("message", async ({ url, method, headers, body, isChunked }: Attack) => {
  const bytes = Buffer.from(body.map(([text, times]) => text.repeat(times)).join(""));
  const length = isChunked ? {} : { "content-length": bytes.length };
  const sent = method === "GET" ? headers : { ...headers, ...length };
  const status = await new Promise<number | string>((resolve) => {
    const sending = request(url, { method, agent: false, headers: sent }, (response) => {
      response.resume().on("close", () => resolve(response.statusCode ?? 0));
      // A stream has no end.
      const isStream = response.headers["content-type"]?.startsWith("text/event-stream");
      if (isStream === true) response.once("data", () => response.destroy());
    });
    // The service may refuse a body before its end.
    sending.on("error", (error) => resolve(error.message));
    if (method === "GET") sending.end();
    else sending.end(bytes);
  });
  parentPort?.postMessage(status);
});
