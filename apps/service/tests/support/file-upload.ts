import { once } from "node:events";
import { Worker } from "node:worker_threads";

export interface FileUpload {
  origin: string;
  cookie: string;
  bytes: Uint8Array<ArrayBuffer>;
  name: string;
  type: string;
}

/** Uploads files from a thread, one after the other. */
export interface FileUploader extends AsyncDisposable {
  upload(file: FileUpload): Promise<{ status: number; body: unknown }>;
}

export function startFileUploader(): FileUploader {
  const thread = new Worker(new URL("./file-upload-thread.ts", import.meta.url));
  return {
    async upload(file) {
      const answer = once(thread, "message");
      thread.postMessage(file);
      const [result] = await answer;
      return result;
    },
    async [Symbol.asyncDispose]() {
      await thread.terminate();
    },
  };
}
