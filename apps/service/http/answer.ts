import type { Config } from "@colonnade/domain/config.ts";
import type { Context } from "hono";
import { answerHeaders, isWorthIt } from "./answers.ts";
import { encodingOf } from "./encoding.ts";
import { NotFoundError } from "./errors.ts";
import { matches } from "./etag.ts";
import { createPlaces } from "./places.ts";
import type { Env, Services } from "./services.ts";

/** Answers that are made at once: more would only wait for the database, and everybody else behind them. */
const AT_ONCE = { client: 50, all: 500 };
/** Seconds until some of them have been made. */
const RETRY_AFTER = 1;

export const createReaders = (config: Config) => createPlaces(config, AT_ONCE, RETRY_AFTER);

/** Answers a reading call: from memory, as unchanged, or with what is read now and kept. */
export async function answer(
  c: Context<Env>,
  services: Services,
  read: () => Promise<string | null>,
): Promise<Response> {
  const answered = await answerIfAny(c, services, read);
  if (answered === null) throw new NotFoundError("There is no such thing");
  return answered;
}

/** @returns null where nothing was read */
export async function answerIfAny(
  c: Context<Env>,
  { answers, readers }: Services,
  read: () => Promise<string | null>,
): Promise<Response | null> {
  const etag = answers.etag();
  for (const [name, value] of Object.entries(answerHeaders)) c.header(name, value);
  if (matches(c.req.header("if-none-match"), etag)) {
    c.header("etag", etag);
    return c.body(null, 304);
  }
  const url = new URL(c.req.url);
  const made = await answers.make(`${url.pathname}${url.search}`, read, () => readers.take(c));
  if (made === null) return null;
  const encoding = isWorthIt(made) ? encodingOf(c.req.header("accept-encoding")) : "identity";
  const body = await answers.body(made, encoding);
  c.header("etag", made.etag);
  if (encoding !== "identity") c.header("content-encoding", encoding);
  return c.body(new Uint8Array(body));
}
