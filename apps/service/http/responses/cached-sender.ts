import type { IncomingMessage, ServerResponse } from "node:http";
import { chooseEncoding, type Encoding, matchesEtag } from "./content-negotiation.ts";
import {
  type CachedResponse,
  encodingOf,
  jsonHeaders,
  type ResponseCache,
  unchangedHeaders,
} from "./response-cache.ts";

/** Bytes. A shorter body is sent in one write with its head. */
const SHORT = 64 * 1024;

/** A flat list of names and values, which Node writes in two thirds of the time of an object's. */
type FlatHeaders = string[];

/** A response in one encoding, as Node takes it. Making it for each request would take a tenth of the time. */
interface Sendable {
  headers: FlatHeaders;
  body: Buffer;
  /** A short body: Node joins a text with the head. Each character is a byte. */
  text: string | null;
}

interface Sendables {
  unchanged: FlatHeaders;
  full: Map<Encoding, Sendable>;
}

/**
 * Sends cached responses, in full or as 304.
 * @param always headers of every response in full
 * @returns a function that returns false where the cache has no response in the wanted encoding
 */
export function createCachedSender(
  responseCache: Pick<ResponseCache, "find">,
  always: Record<string, string>,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const known = new WeakMap<CachedResponse, Sendables>();
  const unchangedAlways = Object.entries(unchangedHeaders).flat();
  const fullAlways = Object.entries({ ...always, ...jsonHeaders }).flat();

  function sendablesOf(cached: CachedResponse): Sendables {
    const found = known.get(cached);
    if (found !== undefined) return found;
    const made = { unchanged: [...unchangedAlways, "etag", cached.etag], full: new Map() };
    known.set(cached, made);
    return made;
  }

  function makeSendable(cached: CachedResponse, encoding: Encoding): Sendable | null {
    const body = cached.bodies.get(encoding);
    if (body === undefined) return null;
    const encoded = encoding === "identity" ? [] : ["content-encoding", encoding];
    const length = String(body.length);
    return {
      headers: [...fullAlways, "etag", cached.etag, ...encoded, "content-length", length],
      body,
      text: body.length < SHORT ? body.toString("latin1") : null,
    };
  }

  function sendableOf(cached: CachedResponse, encoding: Encoding): Sendable | null {
    const { full } = sendablesOf(cached);
    const sendable = full.get(encoding) ?? makeSendable(cached, encoding);
    if (sendable !== null) full.set(encoding, sendable);
    return sendable;
  }

  return (request, response) => {
    const { method, url = "", headers } = request;
    if (method !== "GET" && method !== "HEAD") return false;
    const cached = responseCache.find(url);
    if (cached === undefined) return false;
    if (matchesEtag(headers["if-none-match"], cached.etag)) {
      response.writeHead(304, sendablesOf(cached).unchanged).end();
      return true;
    }
    const encoding = encodingOf(cached, chooseEncoding(headers["accept-encoding"]));
    const sendable = sendableOf(cached, encoding);
    if (sendable === null) return false;
    send(response, sendable);
    return true;
  };
}

/** Node leaves the body out where HEAD asks. */
function send(response: ServerResponse, { headers, body, text }: Sendable): void {
  response.writeHead(200, headers);
  if (text === null) response.end(body);
  else response.end(text, "latin1");
}
