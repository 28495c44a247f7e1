import { createHash } from "node:crypto";
import type { Config } from "@colonnade/domain/config.ts";
import type { Context } from "hono";
import { LRUCache } from "lru-cache";
import { createFairQueue } from "../limits/fair-queue.ts";
import { createRateLimit, MINUTE } from "../limits/rate-limit.ts";
import type { Env } from "../requests/env.ts";
import { binaryBody } from "../responses/binary-body.ts";
import { matchesEtag } from "../responses/content-negotiation.ts";
import { openHeaders } from "../responses/cross-origin.ts";

/** Bytes of cached drawings: about a hundred. */
const CAPACITY = 24 * 1024 * 1024;
/**
 * Drawings that are made at once. A browser asks for all pictures of a page at once, so many may wait. libuv has four
 * threads: one is always left for files, compression and uploads.
 */
const TURNS = { all: 3, client: 2, waiting: 30 };
/** For each client. */
const DRAWINGS_A_MINUTE = 60;
/** Seconds. */
const RETRY_AFTER = 5;
/** A withdrawal, a suspension or a hidden image shows at once. Asking again costs a 304. */
const CACHE_CONTROL = "public, no-cache";

/** Something that is drawn when somebody asks for it. */
export interface Drawing {
  /** All that is on it. It is drawn again as soon as anything differs. */
  shows: readonly unknown[];
  type: string;
  draw: () => Promise<Drawn>;
}

/** What was drawn. */
export interface Drawn {
  bytes: Uint8Array;
  /** The content security policy that it needs, if it may load or style anything. */
  policy?: string;
}

/** Sends drawings, each made once until something on it changes. */
interface DrawingCache {
  /** @throws TooManyError, BusyError */
  send(c: Context<Env>, drawing: Drawing): Promise<Response>;
}

export function createDrawingCache(config: Config): DrawingCache {
  const drawn = new LRUCache<string, Drawn>({ max: 1_000, maxSize: CAPACITY });
  const inTurn = createFairQueue(config, TURNS, RETRY_AFTER);
  /** Drawings under way. Requests for the same drawing share one. */
  const underway = new Map<string, Promise<Drawn>>();
  const rate = createRateLimit(config, DRAWINGS_A_MINUTE, MINUTE);

  const find = (etag: string) => drawn.get(etag) ?? underway.get(etag);

  async function drawNow(c: Context<Env>, etag: string, draw: Drawing["draw"]): Promise<Drawn> {
    rate.count(c);
    const begun = draw();
    underway.set(etag, begun);
    try {
      const made = await begun;
      drawn.set(etag, made, { size: made.bytes.length });
      return made;
    } finally {
      underway.delete(etag);
    }
  }

  /** Another request may have had it drawn while this one waited. */
  const drawOnce = (c: Context<Env>, etag: string, draw: Drawing["draw"]) =>
    inTurn(c, async () => find(etag) ?? drawNow(c, etag, draw));

  return {
    async send(c, { shows, type, draw }) {
      const etag = etagOf([type, ...shows]);
      c.header("cache-control", CACHE_CONTROL);
      c.header("cross-origin-resource-policy", "cross-origin");
      for (const [name, value] of Object.entries(openHeaders)) c.header(name, value);
      c.header("etag", etag);
      if (matchesEtag(c.req.header("if-none-match"), etag)) {
        // The client keeps the policy of what it has. A header here would replace it.
        c.env.outgoing.removeHeader("content-security-policy");
        return c.body(null, 304);
      }
      const { bytes, policy } = await (find(etag) ?? drawOnce(c, etag, draw));
      if (policy !== undefined) c.header("content-security-policy", policy);
      c.header("content-type", type);
      return c.body(binaryBody(bytes));
    },
  };
}

const etagOf = (parts: unknown[]) =>
  `"${createHash("sha256").update(JSON.stringify(parts)).digest("base64url")}"`;
