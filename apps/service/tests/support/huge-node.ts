import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { HugeAnswers } from "./huge-node-thread.ts";

/** A node whose answers are expensive to read, in a thread. */
export interface HugeNode {
  url: string;
  /** From now on it answers this. What is absent is as at first: no block, and every route is open. */
  answer(answers: Partial<HugeAnswers>): Promise<void>;
  close(): Promise<void>;
}

export async function startHugeNode(): Promise<HugeNode> {
  const thread = new Worker(new URL("./huge-node-thread.ts", import.meta.url));
  const [{ port }] = await once(thread, "message");
  return {
    url: `http://127.0.0.1:${port}`,
    async answer(answers) {
      const ready = once(thread, "message");
      const usual: HugeAnswers = { block: [], isOldRouteClosed: false };
      thread.postMessage({ ...usual, ...answers });
      await ready;
    },
    close: async () => void (await thread.terminate()),
  };
}
