import type { IncomingMessage } from "node:http";

/** Milliseconds that a request may wait for the database or the node. A proxy or a browser would wait far longer. */
const LONGEST = 4_000;
/** Milliseconds that a request may wait when the service stops. */
const LONGEST_AT_STOP = 1_000;
const withoutBody = ["GET", "HEAD", "DELETE"];
/** Milliseconds between two looks at a body that arrives. */
const LOOK = 250;

/** The database or the node did not let a request be answered in time. */
export class LateError extends Error {
  override readonly name = "LateError";
}

/** Resolves as the work on a request does. @throws LateError when that takes too long; the work goes on */
export type InTime = <Result>(request: IncomingMessage, work: Promise<Result>) => Promise<Result>;

/**
 * Bounds how long requests wait. The time begins when the body has arrived, because a client may send it slowly, or
 * when what has arrived waits for us to read it.
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
    let stopLooking = () => {};
    const start = () => {
      timer ??= setTimeout(giveUp, LONGEST);
    };
    const stop = () => {
      clearTimeout(timer);
      timer = undefined;
    };
    if (withoutBody.includes(request.method ?? "")) start();
    else stopLooking = watchArrival(request, (isArriving) => (isArriving ? stop() : start()));
    waiting.add(giveUp);
    try {
      return await Promise.race([work, late]);
    } finally {
      stopLooking();
      stop();
      waiting.delete(giveUp);
    }
  };
}

/**
 * Looks again and again whether the rest of a body waits for the client, and not for us. Also looks when all is read.
 * @returns a function that stops
 */
function watchArrival(request: IncomingMessage, onLook: (isArriving: boolean) => void): () => void {
  let before = -1;
  const look = () => {
    const { bytesRead } = request.socket;
    onLook(!request.complete && (request.readableLength === 0 || bytesRead !== before));
    before = bytesRead;
  };
  look();
  const looks = setInterval(look, LOOK);
  request.once("end", look);
  return () => {
    clearInterval(looks);
    request.off("end", look);
  };
}
