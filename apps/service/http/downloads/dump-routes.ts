import {
  dumpEndSchema,
  dumpHeaderSchema,
  dumpLineSchema,
  dumpManifestSchema,
} from "@colonnade/domain/dump.ts";
import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { servedDumps } from "../../db/served-dumps.ts";
import type { AppServices } from "../app-services.ts";
import { NotFoundError } from "../errors.ts";
import { createConcurrencyLimit } from "../limits/concurrency-limit.ts";
import { createRateLimit, HOUR } from "../limits/rate-limit.ts";
import type { Env } from "../requests/env.ts";
import { matchesEtag } from "../responses/content-negotiation.ts";
import { openHeaders } from "../responses/cross-origin.ts";
import { streamedBody } from "../responses/streamed-body.ts";

/** Dumps that may be sent at once: to a client, and to all. */
const SLOTS = { client: 2, all: 20 };
/** Seconds. */
const RETRY_AFTER = 60;
const DUMPS_AN_HOUR = 20;
/** Milliseconds in which a client must take a part, which has 1 MB. Otherwise a few would hold all slots. */
const SLOWEST = 60_000;

/**
 * Dumps of the public index: `GET /dump.json` describes the newest, `/dump/{sha256}.ndjson.gz` is the file,
 * `/dump/schema.json` the JSON Schema of its lines.
 */
export function dumpRoutes({ config, database, warnOfTrouble }: AppServices): Hono<Env> {
  const app = new Hono<Env>();
  const slots = createConcurrencyLimit(config, SLOTS, RETRY_AFTER);
  const rate = createRateLimit(config, DUMPS_AN_HOUR, HOUR);
  const lineSchema = z.union([dumpHeaderSchema, dumpLineSchema, dumpEndSchema]);
  const schema = JSON.stringify(
    z.toJSONSchema(lineSchema, { io: "input", unrepresentable: "any" }),
    null,
    2,
  );

  app.get("/dump.json", async (c) => {
    const newest = await servedDumps(database).orderBy("id", "desc").executeTakeFirst();
    if (newest === undefined) {
      throw new NotFoundError("There is no dump now. One is made when the index is complete");
    }
    open(c, `"${newest.sha256}"`, "no-cache");
    if (isKnown(c, `"${newest.sha256}"`)) return c.body(null, 304);
    c.header("content-type", "application/json; charset=utf-8");
    return c.body(newest.manifest);
  });

  app.get("/dump/schema.json", (c) => {
    open(c, null, "no-cache");
    c.header("content-type", "application/json; charset=utf-8");
    return c.body(schema);
  });

  app.get("/dump/:file{[0-9a-f]{64}\\.ndjson\\.gz}", async (c) => {
    const sha256 = c.req.param("file").slice(0, 64);
    const dump = await servedDumps(database).where("sha256", "=", sha256).executeTakeFirst();
    if (dump === undefined) {
      throw new NotFoundError("There is no such dump any more");
    }
    const { bytes } = dumpManifestSchema.parse(JSON.parse(dump.manifest));
    open(c, `"${sha256}"`, "public, no-cache");
    if (isKnown(c, `"${sha256}"`)) return c.body(null, 304);
    c.header("content-type", "application/gzip");
    c.header("content-length", String(bytes));
    c.header(
      "content-disposition",
      `attachment; filename="colonnade-${sha256.slice(0, 8)}.ndjson.gz"`,
    );
    if (c.req.method === "HEAD") return c.body(null);
    rate.count(c);
    const { outgoing } = c.env;
    // Nothing would release the slot of a client that has gone already.
    if (outgoing.destroyed) return c.body(null);
    outgoing.once("close", slots.acquire(c));
    const body = parts(dump.id, bytes, outgoing);
    return streamedBody(c, body, warnOfTrouble, "a dump was not sent to its end");
  });

  /** Reads a part when the client has taken the one before. Cuts off a client that takes it too slowly. */
  function parts(
    id: number,
    bytes: number,
    outgoing: Env["Bindings"]["outgoing"],
  ): ReadableStream<Uint8Array> {
    let [n, sent] = [0, 0];
    let patience: NodeJS.Timeout | undefined;
    outgoing.once("close", () => clearTimeout(patience));
    return new ReadableStream({
      async pull(controller) {
        clearTimeout(patience);
        const part = await database.kysely
          .selectFrom("dump_parts")
          .where("dump_id", "=", id)
          .where("n", "=", n)
          .select("bytes")
          .executeTakeFirst();
        // The dump was removed meanwhile.
        if (part === undefined) return controller.error(new NotFoundError("The dump is gone"));
        n += 1;
        sent += part.bytes.length;
        controller.enqueue(new Uint8Array(part.bytes));
        if (sent === bytes) controller.close();
        patience = setTimeout(() => outgoing.destroy(), SLOWEST);
      },
    });
  }

  return app;
}

function open(c: Context<Env>, etag: string | null, caching: string): void {
  for (const [name, value] of Object.entries(openHeaders)) c.header(name, value);
  c.header("cache-control", caching);
  if (etag !== null) c.header("etag", etag);
}

const isKnown = (c: Context<Env>, etag: string) => matchesEtag(c.req.header("if-none-match"), etag);
