import { pipeline, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import type { Context } from "hono";
import type { Database, Statement } from "../db/database.ts";
import { LIST_BATCH, type List } from "../db/list.ts";
import { answerIfAny } from "./answer.ts";
import { createBrotli, type Encoding, encodingOf } from "./encoding.ts";
import { BusyError } from "./errors.ts";
import { createPlaces } from "./places.ts";
import type { Env, Services } from "./services.ts";

/** Long lists that are sent at once: each has a connection to the database, and its rows put aside there. */
const AT_ONCE = { client: 2, all: 4 };
/** Seconds until one of them may have come to its end. */
const RETRY_AFTER = 10;
/** Whoever has not taken a list in so many milliseconds is let go. */
const LONGEST = 10 * 60_000;
/** And whoever takes less than so many bytes in so many milliseconds, or a few would keep all others out. */
const SLOWEST = { bytes: 1024 * 1024, period: 30_000 };
/** Bytes handed over at once: few, so that it shows how fast they are taken. */
const PART = 64 * 1024;

/**
 * Answers a list whole, whatever its length: one that a single reading takes is kept as other answers are; a longer
 * one is sent as it is read, no faster than it is taken, so that it is never in memory.
 */
export function answerWholeLists(services: Services) {
  const { answers, config, database, log } = services;
  const places = createPlaces(config, AT_ONCE, RETRY_AFTER);

  async function send(c: Context<Env>, text: string): Promise<Response> {
    // The tag before the reading: what is read may be newer than it says, never older.
    c.header("etag", answers.etag());
    const encoding = encodingOf(c.req.header("accept-encoding"));
    if (encoding !== "identity") c.header("content-encoding", encoding);
    if (c.req.method === "HEAD") return c.body(null);
    const leave = places.take(c);
    const slow = new AbortController();
    const signal = AbortSignal.any([c.req.raw.signal, AbortSignal.timeout(LONGEST), slow.signal]);
    // The place is free at once, even if the database never says another word.
    signal.addEventListener("abort", leave, { once: true });
    try {
      const list = await database.openList(text, signal);
      const source = Readable.from(arrayOf(list), { objectMode: false, signal });
      source.once("close", async () => {
        leave();
        try {
          await list.close();
        } catch (error) {
          log.debug({ err: error }, "a list could not be closed");
        }
      });
      const body = compress(source, encoding, (error) => {
        const hasLeft = c.env.outgoing.destroyed;
        log[hasLeft ? "debug" : "warn"]({ err: error }, "a list was not sent to its end");
        // What has been sent must not look like all of it.
        c.env.outgoing.destroy();
      });
      return c.body(asTaken(body, () => slow.abort()));
    } catch (error) {
      leave();
      // It took too long, or nobody waits for it any more.
      throw signal.aborted ? new BusyError(RETRY_AFTER) : error;
    }
  }

  return async (c: Context<Env>, list: Statement): Promise<Response> =>
    (await answerIfAny(c, services, () => readShort(database, list))) ?? send(c, list.text);
}

/** A list as JSON if one reading takes it, else null. */
function readShort(database: Database, { name, text }: Statement): Promise<string | null> {
  const short = `select case when count(*) <= ${LIST_BATCH}
      then '[' || coalesce(string_agg(json, ','), '') || ']' end as json
    from (${text} limit ${LIST_BATCH + 1}) first`;
  return database.readJson({ name, text: short }, []);
}

/** A list as JSON, in parts. What ends before its end is no JSON. */
async function* arrayOf(list: List): AsyncGenerator<Buffer> {
  let before = "[";
  for (let rows = await list.next(); rows.length > 0; rows = await list.next()) {
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
 * A stream of the web that asks for the next part when the last was taken, and reads nothing ahead.
 * @param onSlow called when too little was taken
 */
function asTaken(body: Readable, onSlow: () => void): ReadableStream<Uint8Array> {
  const parts: AsyncIterator<Buffer> = body[Symbol.asyncIterator]();
  let taken = 0;
  /** Whether it is the reader who is waited for, and not the list. */
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
          // Whoever was to get it has been cut off, and it is in the log.
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
