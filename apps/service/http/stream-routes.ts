import type { StreamEvent } from "@colonnade/domain/http/stream.ts";
import { principalSchema } from "@colonnade/domain/principal.ts";
import { Hono } from "hono";
import { z } from "zod";
import { readTip } from "../indexer/tip.ts";
import { parseInput } from "./input.ts";
import { createPlaces } from "./places.ts";
import type { Env, Services } from "./services.ts";

/** Proxies drop a connection that is silent for long. */
const HEARTBEAT = 15_000;
/** Events that may wait for a slow reader before it is let go; it reconnects and asks anew. */
const LONGEST_QUEUE = 256;

/** Seconds until somebody may have stopped to listen. */
const RETRY_AFTER = 30;

const streamHeaders = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store",
  "x-accel-buffering": "no",
} as const;

const querySchema = z.object({ principal: z.optional(principalSchema) });

/**
 * `GET /api/stream`: server-sent events, each a `StreamEvent` as JSON. With `principal`, changes of that
 * principal only; the tip always, and at once what it is now.
 */
export function streamRoutes(services: Services): Hono<Env> {
  const { answers, config, changes, database, metrics, log } = services;
  const app = new Hono<Env>();
  const most = { client: config.streamsPerClient, all: config.streams };
  const places = createPlaces(config, most, RETRY_AFTER);
  app.get("/api/stream", (c) => {
    const { principal } = parseInput(querySchema, c.req.query());
    // Whoever asks for the headers alone does not listen.
    if (c.req.method === "HEAD") return c.body(null, 200, streamHeaders);
    const leave = places.take(c);
    const encoder = new TextEncoder();
    let isOver = false;
    let stop = () => {};
    const stream = new ReadableStream<Uint8Array>(
      {
        async start(controller) {
          const end = () => {
            if (isOver) return;
            stop();
            controller.close();
          };
          const send = (text: string) => {
            if (isOver) return;
            if ((controller.desiredSize ?? 0) <= -LONGEST_QUEUE) end();
            else controller.enqueue(encoder.encode(text));
          };
          const unsubscribe = changes.subscribe({
            onEvent(event) {
              if (concerns(event, principal)) send(format(event));
            },
            // A client that is cut off connects again and reads anew what it shows.
            onGap: end,
          });
          const heartbeat = setInterval(() => send(": still here\n\n"), HEARTBEAT);
          metrics.streams.inc();
          stop = () => {
            if (isOver) return;
            isOver = true;
            unsubscribe();
            clearInterval(heartbeat);
            metrics.streams.dec();
            leave();
          };
          try {
            const tip = await readTip(database.kysely);
            const tag = answers.etag();
            send(tip === null ? ": no block yet\n\n" : format({ type: "tip", ...tip, tag }));
          } catch (error) {
            log.warn({ err: error }, "a stream could not begin");
            end();
          }
        },
        cancel() {
          stop();
        },
      },
      { highWaterMark: 0 },
    );
    return c.body(stream, 200, streamHeaders);
  });
  return app;
}

function concerns(event: StreamEvent, principal: string | undefined): boolean {
  return principal === undefined || event.type === "tip" || event.principals.includes(principal);
}

function format(event: StreamEvent): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}
