import { parentPort, workerData } from "node:worker_threads";
import { readPayloadText } from "./payload.ts";

parentPort?.on("message", (body: ArrayBuffer) => {
  parentPort?.postMessage(readPayloadText(Buffer.from(body).toString("utf8"), workerData));
});
