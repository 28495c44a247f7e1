import type { MiddlewareHandler } from "hono";
import type { InTime } from "../server/request-timeout.ts";
import { InputError } from "./errors.ts";
import type { Env } from "./services.ts";

/** Answers a request in time, and tells its handler by `ended` when nobody waits for the answer any more. */
export function boundTime(inTime: InTime): MiddlewareHandler<Env> {
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
