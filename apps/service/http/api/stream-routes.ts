import type { StreamEvent } from "@colonnade/domain/http/stream.ts";
import { principalSchema } from "@colonnade/domain/principal.ts";
import { Hono } from "hono";
import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import { z } from "zod";
import { readTip } from "../../revision/revision.ts";
import type { AppServices } from "../app-services.ts";
import { createConcurrencyLimit } from "../limits/concurrency-limit.ts";
import type { Env } from "../requests/env.ts";
import { parseInput } from "../requests/input.ts";

/** Milliseconds. Proxies drop a connection that is silent for long. */
const HEARTBEAT = 15_000;
/**
 * Messages, and characters in them, that may wait for a slow client before its stream ends. The client then reconnects
 * and reads again.
 */
const LONGEST_QUEUE = { messages: 256, characters: 256 * 1024 };
/** Seconds until a refused client should try again. */
const RETRY_AFTER = 30;

/** Headers that Hono does not set, or sets to other values. */
const streamHeaders = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store",
  "x-accel-buffering": "no",
} as const;

const querySchema = z.object({ principal: z.optional(principalSchema) });

/**
 * `GET /api/stream`: server-sent events, each a `StreamEvent` as JSON. The first is the current tip. With `principal`,
 * only tips and that principal's changes follow.
 */
export function streamRoutes(services: AppServices): Hono<Env> {
  const { config, metrics } = services;
  const app = new Hono<Env>();
  const slots = { client: config.streamsPerClient, all: config.streams };
  const streamLimit = createConcurrencyLimit(config, slots, RETRY_AFTER);
  app.get("/api/stream", (c) => {
    const { principal } = parseInput(querySchema, c.req.query());
    if (c.req.method === "HEAD") return c.body(null, 200, streamHeaders);
    const release = streamLimit.acquire(c);
    metrics.streams.inc();
    const response = streamSSE(c, async (stream) => {
      try {
        await sendEvents(stream, services, principal);
      } finally {
        metrics.streams.dec();
        release();
      }
    });
    for (const [name, value] of Object.entries(streamHeaders)) response.headers.set(name, value);
    return response;
  });
  return app;
}

/** Sends events until the client leaves, reads too slowly, or may have missed some. */
async function sendEvents(
  stream: SSEStreamingApi,
  { changes, database, responseCache, stopping, warnOfTrouble }: AppServices,
  principal: string | undefined,
): Promise<void> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  stream.onAbort(end);
  const queued = { messages: 0, characters: 0 };
  const endAtStop = () => end();
  stopping.addEventListener("abort", endAtStop);
  const send = async (text: string) => {
    const isFull =
      queued.messages >= LONGEST_QUEUE.messages || queued.characters >= LONGEST_QUEUE.characters;
    if (isFull) return end();
    queued.messages += 1;
    queued.characters += text.length;
    await stream.write(text);
    queued.messages -= 1;
    queued.characters -= text.length;
  };
  const unsubscribe = changes.subscribe({
    onEvent(event) {
      if (concerns(event, principal)) void send(format(event));
    },
    onGap: end,
  });
  const heartbeat = setInterval(() => void send(": still here\n\n"), HEARTBEAT);
  const begin = async () => {
    const tip = await readTip(database.kysely);
    const tag = responseCache.etag();
    await send(tip === null ? ": no block yet\n\n" : format({ type: "tip", ...tip, tag }));
  };
  begin().catch((error: unknown) => {
    // The failure of a stream that has ended does not matter.
    if (!stream.aborted) warnOfTrouble({ err: error }, "a stream could not start");
    end();
  });
  await ended;
  stopping.removeEventListener("abort", endAtStop);
  unsubscribe();
  clearInterval(heartbeat);
}

function concerns(event: StreamEvent, principal: string | undefined): boolean {
  return principal === undefined || event.type === "tip" || event.principals.includes(principal);
}

/** Each event is written once for all streams. */
const formatted = new WeakMap<StreamEvent, string>();

function format(event: StreamEvent): string {
  const known = formatted.get(event);
  if (known !== undefined) return known;
  const text = `data: ${JSON.stringify(event)}\n\n`;
  formatted.set(event, text);
  return text;
}
