import { LRUCache } from "lru-cache";
import type { Revision, RevisionCache } from "../../revision/revision.ts";
import { compress, type Encoding } from "./content-negotiation.ts";
import { openHeaders } from "./cross-origin.ts";

/** A response to a read, in every encoding that was requested so far. */
export interface CachedResponse {
  /** The path and query that it answers. */
  target: string;
  etag: string;
  bodies: Map<Encoding, Buffer>;
  /** Bodies that are being compressed. Requests that come meanwhile share them. */
  compressing: Map<Encoding, Promise<Buffer>>;
}

/** Takes a slot of a concurrency limit, or throws; returns how to release it. */
export type Acquire = () => () => void;

/**
 * The responses made at the present revision. A block or an off-chain change makes a new revision, which drops them
 * all; nothing is invalidated one by one.
 */
export interface ResponseCache {
  /** The ETag of every response made at the present revision. */
  etag(): string;
  /** The cached response to a path and query, if there is one. */
  find(target: string): CachedResponse | undefined;
  /**
   * Returns the cached response, or creates and caches it. Requests for the same target share one creation.
   * @param target the request's path and query
   * @param create returns the body, or null for a 404
   * @param acquire called only when a creation starts
   * @throws what `create` and `acquire` throw; nothing is cached then
   */
  getOrCreate(
    target: string,
    create: () => Promise<string | null>,
    acquire?: Acquire,
  ): Promise<CachedResponse | null>;
  /** The body in an encoding; compressed once. */
  body(response: CachedResponse, encoding: Encoding): Promise<Buffer>;
}

/** Bytes: all bodies in all encodings, and their targets. `cached-sender.ts` keeps short bodies a second time. */
const DEFAULT_CAPACITY = 64 * 1024 * 1024;
/** About what an entry costs besides its bodies, in bytes, so that many small ones count, too. */
const ENTRY_COST = 512;
/** Bytes. Compressing a smaller body costs more than it saves. */
const SMALLEST_COMPRESSED = 512;

/**
 * Part of every ETag. Increase it when the same data is written differently or gets other security headers, so that
 * browsers do not keep what they stored.
 */
const FORMAT = "1";

/**
 * Headers of a 304, besides its ETag. The client kept the others with the body, the security headers among them (RFC
 * 9111, section 4.3.4).
 */
export const unchangedHeaders = {
  "cache-control": "no-cache",
  vary: "Accept-Encoding",
  ...openHeaders,
} as const;

/** Headers of every JSON response to a read, besides its ETag. */
export const jsonHeaders = {
  "content-type": "application/json; charset=utf-8",
  ...unchangedHeaders,
} as const;

/** @param capacity bytes */
export function createResponseCache(
  revision: Pick<RevisionCache, "current">,
  capacity = DEFAULT_CAPACITY,
): ResponseCache {
  let cachedAt: Revision | null = null;
  const cache = new LRUCache<string, CachedResponse>({
    maxSize: capacity,
    sizeCalculation: sizeOf,
  });
  const creations = new Map<string, Promise<CachedResponse | null>>();

  function dropOld(): void {
    const current = revision.current();
    if (current === cachedAt) return;
    cachedAt = current;
    cache.clear();
    creations.clear();
  }

  async function createResponse(
    target: string,
    create: () => Promise<string | null>,
  ): Promise<CachedResponse | null> {
    // Taken before reading: the data may be newer than its ETag says, never older.
    const current = revision.current();
    const text = await create();
    if (text === null) return null;
    const bodies = new Map([["identity" as const, Buffer.from(text)]]);
    const response: CachedResponse = {
      target,
      etag: etagOf(current),
      bodies,
      compressing: new Map(),
    };
    dropOld();
    if (current === cachedAt) cache.set(target, response);
    return response;
  }

  async function addCompressed(
    response: CachedResponse,
    encoding: "br" | "gzip",
    identity: Buffer,
  ): Promise<Buffer> {
    const compressed = await compress(identity, encoding);
    const isCached = cache.peek(response.target) === response;
    // The cache learns the size of an entry only when it is added.
    if (isCached) cache.delete(response.target);
    response.bodies.set(encoding, compressed);
    if (isCached) cache.set(response.target, response);
    return compressed;
  }

  return {
    etag: () => etagOf(revision.current()),
    find(target) {
      dropOld();
      return cache.get(target);
    },
    getOrCreate(target, create, acquire) {
      dropOld();
      const cached = cache.get(target);
      if (cached !== undefined) return Promise.resolve(cached);
      const underway = creations.get(target);
      if (underway !== undefined) return underway;
      const release = acquire?.();
      const creation = createResponse(target, create).finally(() => {
        release?.();
        if (creations.get(target) === creation) creations.delete(target);
      });
      creations.set(target, creation);
      return creation;
    },
    body(response, encoding) {
      const identity = response.bodies.get("identity") ?? Buffer.alloc(0);
      if (encoding === "identity" || !isCompressible(response)) {
        return Promise.resolve(identity);
      }
      const known = response.bodies.get(encoding);
      if (known !== undefined) return Promise.resolve(known);
      const underway = response.compressing.get(encoding);
      if (underway !== undefined) return underway;
      const begun = addCompressed(response, encoding, identity).finally(() =>
        response.compressing.delete(encoding),
      );
      response.compressing.set(encoding, begun);
      return begun;
    },
  };
}

function sizeOf({ target, bodies }: CachedResponse): number {
  let size = ENTRY_COST + target.length;
  for (const body of bodies.values()) size += body.length;
  return size;
}

/** The encoding to send a body in: the accepted one, unless the body is too short for it. */
export function encodingOf(response: CachedResponse, accepted: Encoding): Encoding {
  return isCompressible(response) ? accepted : "identity";
}

function isCompressible({ bodies }: CachedResponse): boolean {
  return (bodies.get("identity")?.length ?? 0) >= SMALLEST_COMPRESSED;
}

function etagOf({ indexBlockHash, counter, id }: Revision): string {
  const tip = indexBlockHash?.slice(2, 18) ?? "empty";
  return `W/"${FORMAT}-${tip}-${counter.toString(36)}-${id.slice(0, 8)}"`;
}
