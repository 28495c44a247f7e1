import type { Config } from "@colonnade/domain/config.ts";
import type { Context } from "hono";
import { type ConcurrencyLimit, createConcurrencyLimit } from "../limits/concurrency-limit.ts";
import type { Env } from "../requests/env.ts";
import { binaryBody } from "./binary-body.ts";
import { chooseEncoding, matchesEtag } from "./content-negotiation.ts";
import {
  type CachedResponse,
  encodingOf,
  jsonHeaders,
  type ResponseCache,
} from "./response-cache.ts";

/** Reads at once. More would only wait for the database, and delay everybody else. */
const SLOTS = { client: 50, all: 500 };
/** Seconds. */
const RETRY_AFTER = 1;

export const createReadLimit = (config: Config): ConcurrencyLimit =>
  createConcurrencyLimit(config, SLOTS, RETRY_AFTER);

/**
 * Responds to a read: with 304, from the cache, or with what `read` returns, which is then cached.
 * @param read returns JSON, or null where there is nothing
 * @returns null when `read` returned null
 * @throws TooManyError, BusyError, and what `read` throws
 */
export async function jsonResponse(
  c: Context<Env>,
  { responseCache, readLimit }: { responseCache: ResponseCache; readLimit: ConcurrencyLimit },
  read: () => Promise<string | null>,
): Promise<Response | null> {
  const etag = responseCache.etag();
  c.set("etag", etag);
  for (const [name, value] of Object.entries(jsonHeaders)) c.header(name, value);
  const ifNoneMatch = c.req.header("if-none-match");
  // `*` matches any response that exists, and only reading shows whether one does.
  const isAny = ifNoneMatch?.trim() === "*";
  if (!isAny && matchesEtag(ifNoneMatch, etag)) {
    c.header("etag", etag);
    return c.body(null, 304);
  }
  const { pathname, search } = new URL(c.req.url);
  const acquire = () => readLimit.acquire(c);
  const response = await responseCache.getOrCreate(`${pathname}${search}`, read, acquire);
  if (response === null) return null;
  c.header("etag", response.etag);
  return isAny ? c.body(null, 304) : cachedBody(c, responseCache, response);
}

/** Responds with a cached body, in the best encoding that the client accepts. */
export async function cachedBody(
  c: Context<Env>,
  responseCache: ResponseCache,
  response: CachedResponse,
): Promise<Response> {
  const encoding = encodingOf(response, chooseEncoding(c.req.header("accept-encoding")));
  const body = await responseCache.body(response, encoding);
  if (encoding !== "identity") c.header("content-encoding", encoding);
  return c.body(binaryBody(body));
}

/** Sends a document from another cache than the API's: in full, or as 304. */
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
