import type { Call } from "@colonnade/domain/http/call.ts";
import { calls } from "@colonnade/domain/http/contract.ts";
import type { MiddlewareHandler } from "hono";
import type { Env } from "./services.ts";

/** What lets any site read an answer. Never with credentials: what is open is the same for everybody. */
export const openHeaders = {
  "access-control-allow-origin": "*",
  // By themselves, browsers show another site neither.
  "access-control-expose-headers": "ETag, Retry-After",
} as const;

const preflightHeaders = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET, HEAD",
  "access-control-allow-headers": "Cache-Control, If-None-Match, Last-Event-ID",
  "access-control-max-age": "86400",
};

/** Public reading calls; who is signed in is nobody else's to know. */
const openCalls = Object.values<Call>(calls).filter(
  ({ method, access, path }) =>
    method === "GET" && access === "public" && !path.startsWith("/api/session"),
);

const openPath = new RegExp(
  `^(?:${[...openCalls.map(({ path }) => path), "/api/stream", "/openapi.json", "/ipfs/{cid}"]
    .map((path) => path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+"))
    .join("|")})$`,
);

/** Opens public reads to every site, errors included, and answers for them before a browser asks in earnest. */
export function openReads(): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (!openPath.test(c.req.path)) return next();
    // Under the same path there may be a write.
    const isPreflight = c.req.method === "OPTIONS";
    const method = isPreflight ? c.req.header("access-control-request-method") : c.req.method;
    const isRead = method === "GET" || method === "HEAD";
    if (isPreflight && isRead) return c.body(null, 204, preflightHeaders);
    await next();
    if (!isRead) return;
    for (const [name, value] of Object.entries(openHeaders)) c.res.headers.set(name, value);
  };
}
