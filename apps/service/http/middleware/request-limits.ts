import type { Config } from "@colonnade/domain/config.ts";
import type { MiddlewareHandler } from "hono";
import type { InTime } from "../../server/request-timeout.ts";
import { InputError } from "../errors.ts";
import { createConcurrencyLimit } from "../limits/concurrency-limit.ts";
import type { Env } from "../requests/env.ts";

/** Requests under way. A page asks for some sixty at once, and people may share an address. */
const SLOTS = { client: 200, all: 2_000 };
/** Seconds. */
const RETRY_AFTER = 1;

/**
 * Bounds how many requests of one client are worked on at once, whatever they ask for. So nobody has all of the
 * database to themselves. The health check of a supervisor is always answered.
 */
export function limitRequests(config: Config): MiddlewareHandler<Env> {
  const limit = createConcurrencyLimit(config, SLOTS, RETRY_AFTER);
  return async (c, next) => {
    if (c.req.path === "/healthz") return next();
    const release = limit.acquire(c);
    try {
      await next();
    } finally {
      release();
    }
  };
}

/** Answers a request in time, and tells its handler by `ended` when nobody waits for the answer any more. */
export function limitTime(inTime: InTime): MiddlewareHandler<Env> {
  return async (c, next) => {
    const ended = new AbortController();
    c.set("ended", ended.signal);
    const leave = () => ended.abort(new InputError("The client has left"));
    c.req.raw.signal.addEventListener("abort", leave);
    try {
      await inTime(c.env.incoming, next());
    } catch (error) {
      ended.abort(error);
      throw error;
    }
    if (c.error !== undefined) ended.abort(c.error);
  };
}
