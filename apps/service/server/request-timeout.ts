import type { IncomingMessage } from "node:http";

/** Milliseconds that a request may wait for the database or the node. A proxy or a browser would wait far longer. */
const LONGEST = 4_000;
/** Milliseconds that a request may wait when the service stops. */
const LONGEST_AT_STOP = 1_000;
const withoutBody = ["GET", "HEAD", "DELETE"];

/** The database or the node did not let a request be answered in time. */
export class LateError extends Error {
  override readonly name = "LateError";
}

/** Resolves as the work on a request does. @throws LateError when that takes too long; the work goes on */
export type InTime = <Result>(request: IncomingMessage, work: Promise<Result>) => Promise<Result>;

/**
 * Bounds how long requests wait. The time begins when the body has arrived, because a client may send it slowly.
 * @param stopping aborted when the service stops
 */
export function createRequestTimeout(stopping: AbortSignal): InTime {
  const waiting = new Set<() => void>();
  const giveUpAll = () => {
    for (const giveUp of waiting) giveUp();
  };
  stopping.addEventListener("abort", () => setTimeout(giveUpAll, LONGEST_AT_STOP));
  return async (request, work) => {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const giveUp = () => reject(new LateError("This took too long, please try again"));
    let timer: NodeJS.Timeout | undefined;
    const start = () => {
      timer = setTimeout(giveUp, LONGEST);
    };
    if (request.complete || withoutBody.includes(request.method ?? "")) start();
    else request.once("end", start);
    waiting.add(giveUp);
    try {
      return await Promise.race([work, late]);
    } finally {
      request.off("end", start);
      clearTimeout(timer);
      waiting.delete(giveUp);
    }
  };
}
