import type { IncomingMessage, ServerResponse } from "node:http";
import { chooseEncoding, type Encoding, matchesEtag } from "./content-negotiation.ts";
import { encodingOf, jsonHeaders, type ResponseCache, unchangedHeaders } from "./response-cache.ts";

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

/**
 * Sends cached responses, in full or as 304.
 * @param always headers of every response in full
 * @returns a function that returns false where the cache has no response in the wanted encoding
 */
export function createCachedSender(
  responseCache: Pick<ResponseCache, "find">,
  always: Record<string, string>,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const unchangedAlways = Object.entries(unchangedHeaders).flat();
  const fullAlways = Object.entries({ ...always, ...jsonHeaders }).flat();
  /** By the body, which is one of a response in one encoding. */
  const made = new WeakMap<Buffer, Sendable>();

  function sendableOf(body: Buffer, etag: string, encoding: Encoding): Sendable {
    const known = made.get(body);
    if (known !== undefined) return known;
    const encoded = encoding === "identity" ? [] : ["content-encoding", encoding];
    const length = String(body.length);
    const sendable = {
      headers: [...fullAlways, "etag", etag, ...encoded, "content-length", length],
      body,
      text: body.length < SHORT ? body.toString("latin1") : null,
    };
    made.set(body, sendable);
    return sendable;
  }

  return (request, response) => {
    const { method, url = "", headers } = request;
    if (method !== "GET" && method !== "HEAD") return false;
    const cached = responseCache.find(url);
    if (cached === undefined) return false;
    const { etag, bodies } = cached;
    if (matchesEtag(headers["if-none-match"], etag)) {
      response.writeHead(304, [...unchangedAlways, "etag", etag]).end();
      return true;
    }
    const encoding = encodingOf(cached, chooseEncoding(headers["accept-encoding"]));
    const body = bodies.get(encoding);
    if (body === undefined) return false;
    send(response, sendableOf(body, etag, encoding));
    return true;
  };
}

/** Node leaves the body out where HEAD asks. */
function send(response: ServerResponse, { headers, body, text }: Sendable): void {
  response.writeHead(200, headers);
  if (text === null) response.end(body);
  else response.end(text, "latin1");
}
