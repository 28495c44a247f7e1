import type { Worker } from "node:worker_threads";

/** Why a thread did not answer. */
export type Lost = "dead" | "hung";

/** Waits for a thread's next message, for its end, or until the time in milliseconds is over. */
export function nextMessage<Message>(thread: Worker, timeout: number): Promise<Message | Lost> {
  return new Promise((resolve) => {
    const settle = (outcome: Message | Lost) => {
      clearTimeout(timer);
      thread.off("message", settle);
      thread.off("exit", onExit);
      resolve(outcome);
    };
    const onExit = () => settle("dead");
    const timer = setTimeout(() => settle("hung"), timeout);
    thread.on("message", settle);
    thread.on("exit", onExit);
  });
}
