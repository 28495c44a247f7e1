import type { MiddlewareHandler } from "hono";
import type { AppServices } from "../app-services.ts";
import { knownError, RequestError } from "../errors.ts";
import { MINUTE } from "../limits/rate-limit.ts";
import type { Env } from "../requests/env.ts";

/** Lines of a kind that are logged in a minute. Somebody may send any number of requests to fill the disk. */
const MOST_A_MINUTE = 1_000;
/** Seconds. A read that takes longer is logged. */
const SLOW = 1;
const reads: readonly string[] = ["GET", "HEAD", "OPTIONS"];

/**
 * Measures each request that the response cache does not answer, and logs it under the id that an error response shows:
 * as `info` a refused one, a write and a slow read, as `error` a failed one, as `debug` any other read.
 */
export function logRequests({ log, metrics, warnOfTrouble }: AppServices): MiddlewareHandler<Env> {
  const logRefused = atMost(MOST_A_MINUTE, {
    log: (line: object) => log.info(line, "a request was refused"),
    full: () => log.warn("more requests are refused in a minute than are logged"),
  });
  // Counted apart, so that nobody hides a write behind refused requests or slow reads.
  const logWrite = atMost(MOST_A_MINUTE, {
    log: (line: object) => log.info(line, "a request"),
    full: () => log.warn("more writes are answered in a minute than are logged"),
  });
  const logSlowRead = atMost(MOST_A_MINUTE, {
    log: (line: object) => log.info(line, "a request"),
    full: () => log.warn("more slow reads are answered in a minute than are logged"),
  });
  return async (c, next) => {
    const start = performance.now();
    await next();
    const { method, routePath: route } = c.req;
    const { status } = c.res;
    const seconds = (performance.now() - start) / 1000;
    metrics.requests.labels(route, method, String(status)).observe(seconds);
    const logged = { requestId: c.var.requestId, method, route, status, seconds };
    const { error } = c;
    if (error === undefined) {
      if (!reads.includes(method)) return logWrite(logged);
      return seconds > SLOW ? logSlowRead(logged) : log.debug(logged, "a request");
    }
    const known = knownError(error);
    if (known === null) {
      return log.error({ ...logged, path: c.req.path, err: error }, "a request failed");
    }
    logRefused({ ...logged, code: known.code, reason: known.message });
    if (!(error instanceof RequestError)) {
      warnOfTrouble({ err: error }, "the database or the node fails");
    }
  };
}

/** Logs at most `most` lines in a minute. Says once in a minute that there are more. */
function atMost<Line>(most: number, to: { log(line: Line): void; full(): void }) {
  let end = 0;
  let lines = 0;
  return (line: Line) => {
    const now = performance.now();
    if (now >= end) {
      end = now + MINUTE;
      lines = 0;
    }
    lines += 1;
    if (lines <= most) to.log(line);
    else if (lines === most + 1) to.full();
  };
}
