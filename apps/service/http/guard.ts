import { isLoopback } from "@colonnade/domain/config.ts";
import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { ForbiddenError, RequestError, TooLargeError } from "./errors.ts";
import type { Env } from "./services.ts";

/**
 * Lets a write through only when a page of ours sent it: browsers name the page's origin themselves, and a
 * foreign page cannot send JSON or forms under another name.
 */
export function requireOwnOrigin(origin: string): MiddlewareHandler<Env> {
  const own = new Set(sameOrigins(origin));
  return async (c, next) => {
    const sent = c.req.header("origin");
    if (sent === undefined || !own.has(sent)) {
      throw new ForbiddenError(`Expected a request from ${origin}`);
    }
    await next();
  };
}

/** Refuses a body of another kind than the call takes. */
export function requireContentType(
  type: "application/json" | "multipart/form-data",
): MiddlewareHandler<Env> {
  return async (c, next) => {
    const sent = c.req.header("content-type")?.split(";")[0]?.trim().toLowerCase();
    if (sent !== type) throw new RequestError(415, "validation_error", `Expected ${type}`);
    await next();
  };
}

/** Refuses a body that is larger, without reading it to its end. */
export function limitBody(bytes: number, message: string): MiddlewareHandler<Env> {
  return bodyLimit({
    maxSize: bytes,
    onError: () => {
      throw new TooLargeError(message);
    },
  });
}

/** The longest message to us with each character escaped in JSON, which takes up to twelve bytes, and its rest. */
const JSON_BYTES = 80 * 1024;

/** What comes before every call that takes JSON. */
export const requireJson = [
  requireContentType("application/json"),
  limitBody(JSON_BYTES, "Too long"),
] as const;

/** An origin and, on loopback, the names that a browser may have been given for it. */
function sameOrigins(origin: string): string[] {
  const url = new URL(origin);
  if (!isLoopback(origin)) return [url.origin];
  return ["127.0.0.1", "localhost"].map((host) => {
    const same = new URL(url);
    same.hostname = host;
    return same.origin;
  });
}
