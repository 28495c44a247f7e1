import { isLoopback } from "@colonnade/domain/config.ts";
import type { Call } from "@colonnade/domain/http/call.ts";
import { calls } from "@colonnade/domain/http/contract.ts";
import type { MiddlewareHandler } from "hono";
import { ForbiddenError } from "../errors.ts";

// Other sites may read what is public, and nothing else.

/** Headers that let any site read a response. They never allow credentials: the response is the same for everybody. */
export const openHeaders = {
  "access-control-allow-origin": "*",
  // Browsers hide both from other sites by default.
  "access-control-expose-headers": "ETag, Retry-After",
} as const;

const preflightHeaders = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET, HEAD",
  "access-control-allow-headers": "Cache-Control, If-None-Match, Last-Event-ID",
  "access-control-max-age": "86400",
};

/** The public reads. Sessions are left out: other sites must not learn who is signed in. */
const openCalls = Object.values<Call>(calls).filter(
  ({ method, access, path }) =>
    method === "GET" && access === "public" && !path.startsWith("/api/session"),
);

const openPath = new RegExp(
  `^(?:${[...openCalls.map(({ path }) => path), "/api/stream", "/openapi.json"]
    .map((path) => path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+"))
    .join("|")}|/ipfs/.+)$`,
);

/** Opens public reads to every site, their errors and preflight requests included. */
export function allowCrossOriginReads(): MiddlewareHandler {
  return async (c, next) => {
    if (!openPath.test(c.req.path)) return next();
    // The same path may take writes, which stay closed.
    const isPreflight = c.req.method === "OPTIONS";
    const method = isPreflight ? c.req.header("access-control-request-method") : c.req.method;
    const isRead = method === "GET" || method === "HEAD";
    if (isPreflight && isRead) return c.body(null, 204, preflightHeaders);
    await next();
    if (!isRead) return;
    for (const [name, value] of Object.entries(openHeaders)) c.res.headers.set(name, value);
  };
}

/**
 * Rejects writes that no page of ours sent. Browsers set the `Origin` header themselves, and other sites cannot
 * change it.
 */
export function requireOwnOriginForWrites(origin: string): MiddlewareHandler {
  const own = new Set(ownOrigins(origin));
  return async (c, next) => {
    const isRead = c.req.method === "GET" || c.req.method === "HEAD";
    const sent = c.req.header("origin");
    if (!isRead && (sent === undefined || !own.has(sent))) {
      throw new ForbiddenError(`Expected a request from ${origin}`);
    }
    await next();
  };
}

/** Our origin. On loopback it has other names, too, and a person may type any. */
function ownOrigins(origin: string): string[] {
  const url = new URL(origin);
  if (!isLoopback(origin)) return [url.origin];
  return [url.hostname, "127.0.0.1", "localhost"].map((host) => {
    const own = new URL(url);
    own.hostname = host;
    return own.origin;
  });
}
