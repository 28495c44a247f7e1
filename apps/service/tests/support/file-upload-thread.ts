import { parentPort } from "node:worker_threads";
import type { FileUpload } from "./file-upload.ts";

// Sends forms with a file each, in a thread of its own: to make and send them must not hold up the service.

parentPort?.on("message", async ({ origin, cookie, bytes, name, type }: FileUpload) => {
  const form = new FormData();
  form.set("file", new Blob([bytes], { type }), name);
  const headers = { origin, cookie };
  const response = await fetch(`${origin}/api/upload`, { method: "POST", headers, body: form });
  parentPort?.postMessage({ status: response.status, body: await response.json() });
});
