import type { MiddlewareHandler } from "hono";
import type { AppServices } from "../app-services.ts";
import { knownError, RequestError } from "../errors.ts";
import { MINUTE } from "../limits/rate-limit.ts";
import type { Env } from "../requests/env.ts";

/** Refused requests that are logged in a minute. Somebody may send any number of them to fill the disk. */
const REFUSED_A_MINUTE = 1_000;

/**
 * Measures each request that the response cache does not answer, and logs it under the id that an error response shows:
 * an answered request as `debug`, a refused one as `info`, a failed one as `error`.
 */
export function logRequests({ log, metrics, warnOfTrouble }: AppServices): MiddlewareHandler<Env> {
  const logRefused = atMost(REFUSED_A_MINUTE, {
    log: (line: object) => log.info(line, "a request was refused"),
    full: () => log.warn("more requests are refused in a minute than are logged"),
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
    if (error === undefined) return log.debug(logged, "a request");
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
