import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** A request that is expensive to make and may be to answer. */
export interface Attack {
  url: string;
  method: string;
  headers: Record<string, string>;
  /** Texts, and how often each is repeated. */
  body: [text: string, times: number][];
  isChunked: boolean;
}

/** Sends requests from a thread, one after the other. */
export interface Attacker {
  /** Returns the status, or the error of a connection that the service closed. */
  send(attack: Partial<Attack> & { url: string }): Promise<number | string>;
  close(): Promise<void>;
}

export function startAttacker(): Attacker {
  const thread = new Worker(new URL("./attacker-thread.ts", import.meta.url));
  return {
    async send(attack) {
      const answer = once(thread, "message");
      const usual = { method: "GET", headers: {}, body: [], isChunked: false };
      thread.postMessage({ ...usual, ...attack } satisfies Attack);
      const [status] = await answer;
      return status;
    },
    close: async () => void (await thread.terminate()),
  };
}
