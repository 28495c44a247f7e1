import { parentPort, workerData } from "node:worker_threads";
import { readPayloadText } from "./payload.ts";
import { type PostedBody, textOf } from "./posted-body.ts";

parentPort?.on("message", (body: PostedBody) => {
  parentPort?.postMessage(readPayloadText(textOf(body), workerData));
});
