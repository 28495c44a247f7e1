import { pipeline, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import type { Context } from "hono";
import type { Database, LongList, Statement } from "../../db/database.ts";
import { LIST_BATCH } from "../../db/long-list.ts";
import type { AppServices } from "../app-services.ts";
import { BusyError } from "../errors.ts";
import { createConcurrencyLimit } from "../limits/concurrency-limit.ts";
import type { Env } from "../requests/env.ts";
import { jsonResponse } from "../responses/cached-response.ts";
import {
  chooseEncoding,
  createBrotli,
  type Encoding,
  matchesEtag,
} from "../responses/content-negotiation.ts";

/** Long lists sent at once. Each holds a database connection and its result there. Four clients never have all. */
const AT_ONCE = { client: 2, all: 12 };
/** Rows of a long list in memory. They are few, because twelve lists hold as many. */
const ROWS = 300;
/** Seconds after which a refused client may try again. */
const RETRY_AFTER = 10;
/** Milliseconds after which a list that is still being sent is cut off. */
const LONGEST = 10 * 60_000;
/** A client that takes fewer bytes in a period (milliseconds) is cut off. Otherwise a few would block all others. */
const SLOWEST = { bytes: 1024 * 1024, period: 30_000 };
/** Bytes written at once. They are few, to see how fast the client takes them. */
const PART = 64 * 1024;

/**
 * Responds with a whole list. A short list is read at once and cached. A longer one is streamed no faster than the
 * client takes it, so that it is never in memory.
 */
export function wholeLists(services: AppServices) {
  const { config, database, log, responseCache, warnOfTrouble } = services;
  const sendLimit = createConcurrencyLimit(config, AT_ONCE, RETRY_AFTER);

  async function send(c: Context<Env>, text: string): Promise<Response> {
    // Taken before reading: the data may be newer than its ETag says, never older.
    const etag = responseCache.etag();
    c.header("etag", etag);
    // Only `*` matches here: any other match was answered before the list was read.
    if (matchesEtag(c.req.header("if-none-match"), etag)) return c.body(null, 304);
    const encoding = chooseEncoding(c.req.header("accept-encoding"));
    if (encoding !== "identity") c.header("content-encoding", encoding);
    if (c.req.method === "HEAD") return c.body(null);
    const release = sendLimit.acquire(c);
    const slow = new AbortController();
    const signal = AbortSignal.any([c.req.raw.signal, AbortSignal.timeout(LONGEST), slow.signal]);
    // Released at once, even if the database never answers again.
    signal.addEventListener("abort", release, { once: true });
    try {
      const list = await database.openList(text, signal);
      const source = Readable.from(arrayOf(list), { objectMode: false, signal });
      source.once("close", async () => {
        release();
        try {
          await list.close();
        } catch (error) {
          log.debug({ err: error }, "a list could not be closed");
        }
      });
      const body = compress(source, encoding, (error) => {
        const hasLeft = c.env.outgoing.destroyed;
        if (!hasLeft) warnOfTrouble({ err: error }, "a list was not sent to its end");
        // A cut-off response must not look complete.
        c.env.outgoing.destroy();
      });
      return c.body(asTaken(body, () => slow.abort()));
    } catch (error) {
      release();
      // The list took too long, or the client has left.
      throw signal.aborted ? new BusyError(RETRY_AFTER) : error;
    }
  }

  return async (c: Context<Env>, list: Statement): Promise<Response> =>
    (await jsonResponse(c, services, () => readShort(database, list))) ?? send(c, list.text);
}

/** Reads a list as JSON if it is short, else returns null. */
function readShort(database: Database, { name, text }: Statement): Promise<string | null> {
  const short = `select case when count(*) <= ${LIST_BATCH}
      then '[' || coalesce(string_agg(json, ','), '') || ']' end as json
    from (${text} limit ${LIST_BATCH + 1}) first`;
  return database.readJson({ name, text: short }, []);
}

/** Yields a list as JSON in parts. If it is cut off, the result is not valid JSON. */
async function* arrayOf(list: LongList): AsyncGenerator<Buffer> {
  let before = "[";
  for (let rows = await list.next(ROWS); rows.length > 0; rows = await list.next(ROWS)) {
    const read = Buffer.from(before + rows.join(","));
    for (let at = 0; at < read.length; at += PART) yield read.subarray(at, at + PART);
    before = ",";
  }
  yield Buffer.from(before === "[" ? "[]" : "]");
}

function compress(source: Readable, encoding: Encoding, onError: (error: Error) => void): Readable {
  const done = (error: Error | null) => {
    if (error) onError(error);
  };
  if (encoding === "identity") return source.once("error", onError);
  return pipeline(source, encoding === "br" ? createBrotli() : createGzip(), done);
}

/**
 * Turns a body into a web stream without read-ahead: it asks for a part when the client has taken the last one.
 * @param onSlow called when the client took too little
 */
function asTaken(body: Readable, onSlow: () => void): ReadableStream<Uint8Array> {
  const parts: AsyncIterator<Buffer> = body[Symbol.asyncIterator]();
  let taken = 0;
  /** Whether we wait for the client, and not for the database. */
  let isOffered = false;
  const check = setInterval(() => {
    if (isOffered && taken < SLOWEST.bytes) onSlow();
    taken = 0;
  }, SLOWEST.period);
  body.once("close", () => clearInterval(check));
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        isOffered = false;
        return parts.next().then(
          ({ done, value }) => {
            if (done) return controller.close();
            isOffered = true;
            taken += value.length;
            controller.enqueue(value);
          },
          // `compress` has cut off the client and logged the error.
          () => {},
        );
      },
      cancel() {
        body.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}
