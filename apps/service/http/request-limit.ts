import type { Config } from "@colonnade/domain/config.ts";
import type { MiddlewareHandler } from "hono";
import { createConcurrencyLimit } from "./concurrency-limit.ts";
import type { Env } from "./services.ts";

/** Requests under way. A page asks for some sixty at once, and people may share an address. */
const SLOTS = { client: 200, all: 2_000 };
/** Seconds. */
const RETRY_AFTER = 1;

/**
 * Bounds how many requests of one client are worked on at once, whatever they ask for. So nobody has all of the
 * database to themselves. A supervisor that asks for the health is always answered.
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
