import { parentPort, workerData } from "node:worker_threads";
import { readPayloadText } from "./payload.ts";

parentPort?.on("message", (body: Uint8Array<ArrayBuffer>) => {
  const text = Buffer.from(body.buffer).toString("utf8");
  parentPort?.postMessage(readPayloadText(text, workerData));
});
