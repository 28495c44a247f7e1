import type { Config } from "@colonnade/domain/config.ts";
import type { MiddlewareHandler } from "hono";
import { hasBody, type Patience, watchBody } from "../../server/guarded-server.ts";
import type { InTime } from "../../server/request-timeout.ts";
import { InputError, SlowBodyError } from "../errors.ts";
import { createBodySlots } from "../limits/body-slots.ts";
import { createConcurrencyLimit } from "../limits/concurrency-limit.ts";
import type { Env } from "../requests/env.ts";

/** Requests under way. A page asks for some sixty at once, and people may share an address. */
const SLOTS = { client: 200, all: 2_000 };
/** Requests with a body under way. A person sends one at a time. */
const BODY_SLOTS = { client: 50, all: 500 };
/** Seconds. */
const RETRY_AFTER = 1;

/** What supervisors ask. It is always answered, and never works on more than one answer at once. */
const healthPaths = new Set(["/healthz", "/readyz"]);

/**
 * Bounds how many requests of one client are worked on at once, whatever they ask for. So nobody has all of the
 * database to themselves. `limitConcurrentBodies` counts those with a body.
 */
export function limitRequests(config: Config): MiddlewareHandler<Env> {
  const limit = createConcurrencyLimit(config, SLOTS, RETRY_AFTER);
  return async (c, next) => {
    if (healthPaths.has(c.req.path) || hasBody(c.env.incoming)) return next();
    const release = limit.acquire(c);
    try {
      await next();
    } finally {
      release();
    }
  };
}

/**
 * Bounds how many requests with a body are under way, apart from all others: who holds bodies back takes no slot that a
 * read needs. Answers 408 when a body arrives too slowly, whatever the call does meanwhile, and to the slowest when
 * another one needs its slot.
 */
export function limitConcurrentBodies(
  config: Config,
  patience: Patience["body"],
): MiddlewareHandler<Env> {
  const slots = createBodySlots(config, BODY_SLOTS, RETRY_AFTER);
  return async (c, next) => {
    const { incoming } = c.env;
    if (!hasBody(incoming)) return next();
    const { promise: slow, reject } = Promise.withResolvers<never>();
    const giveUp = () => reject(new SlowBodyError());
    const release = slots.acquire(c, giveUp);
    const stop = watchBody(incoming, patience, giveUp);
    // After a 408 the handler may wait for its body for ever, so nothing may depend on its end.
    try {
      await Promise.race([next(), slow]);
    } finally {
      stop();
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
