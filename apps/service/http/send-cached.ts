import type { Context } from "hono";
import { matchesEtag } from "./content-negotiation.ts";
import { cachedBody } from "./json-response.ts";
import type { CachedResponse, ResponseCache } from "./response-cache.ts";
import type { Env } from "./services.ts";

/** Sends a document that is not JSON from a cache of its own: in full, or as 304. */
export function sendCached(
  c: Context<Env>,
  cache: ResponseCache,
  found: CachedResponse,
  type: string,
): Promise<Response> | Response {
  c.header("cache-control", "no-cache");
  c.header("vary", "Accept-Encoding");
  c.header("etag", found.etag);
  if (matchesEtag(c.req.header("if-none-match"), found.etag)) return c.body(null, 304);
  c.header("content-type", type);
  return cachedBody(c, cache, found);
}
