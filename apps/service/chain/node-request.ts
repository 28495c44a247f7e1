import { setTimeout as delay } from "node:timers/promises";
import { ClarityValueError, readClarityValue } from "@colonnade/contract-events/clarity-value.ts";
import { z } from "zod";
import { LongAnswerError, NodeError, RefusedError } from "./node.ts";
import { parsingTrouble } from "./parsing-trouble.ts";

const TIMEOUT = 10_000;
const SECOND = 1_000;
/**
 * Characters of an answer that is read as JSON. A stranger's call may answer a megabyte of `false`. The Hiro API writes
 * it as eight megabytes: in hexadecimal digits and in words.
 */
const LONGEST_ANSWER = 32 * 1024 * 1024;
/** The longest pause after a 429: by our backoff, which starts with two seconds, and by the node's `Retry-After`. */
const LONGEST_PAUSE = { backoff: 60 * SECOND, retryAfter: 60 * 60 * SECOND };
/** How often a patient request is made again after a failure. */
const TRIES_AGAIN = 4;
/** A proxy in front of the API may have made the ETag weak. */
const TIP = /^(?:W\/)?"(0x[0-9a-f]{64})"$/;

export interface NodeOptions {
  /** Hiro's key for a higher rate limit, if any. */
  apiKey?: string | undefined;
  /** Ends requests and waits when the service stops. */
  stopping?: AbortSignal | undefined;
  /** Called with the outcome of each request. */
  onRequest?: ((outcome: RequestOutcome) => void) | undefined;
}

/**
 * `answered`; `not-found` (404); `rate-limited` (429, or 503 with `Retry-After`); `refused` for good; `failed` with
 * another status; `unreadable`: it does not match the schema; `unanswered` in time.
 */
type RequestOutcome =
  | "answered"
  | "not-found"
  | "rate-limited"
  | "refused"
  | "failed"
  | "unreadable"
  | "unanswered";

/** Whether a request is made again after a failure. */
export type Patience = "retries" | undefined;

/**
 * Asks a node.
 * @param read reads the body of the answer. It throws a NodeError for one that does not match
 * @param patience `retries` after the pause that a 429 asks for, and after other failures, for reading long gaps
 * @param onTip gets the index block hash of the answering server's tip. The Hiro API sends it as the ETag of some
 *   routes
 * @returns null for 404
 * @throws RefusedError when the node will answer the same again
 * @throws NodeError when the node does not answer in time, answers another status, or what cannot be read; also without
 *   a request, during the pause after a 429
 */
export type RequestNode = <Answer>(
  path: string,
  read: (response: Response) => Promise<Answer>,
  patience?: Patience,
  onTip?: (indexBlockHash: string) => void,
) => Promise<Answer | null>;

/**
 * Asks a node for JSON, as `RequestNode` does.
 * @param longest characters of the answer
 * @throws LongAnswerError when the answer is longer
 * @throws NodeError also when the answer does not match the schema
 */
export type AskNode = <Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  patience?: Patience,
  onTip?: (indexBlockHash: string) => void,
  longest?: number,
) => Promise<z.output<Schema> | null>;

/** Asks the node at an address for JSON. */
export const askNodeAt = (nodeUrl: string, options: NodeOptions = {}): AskNode =>
  askForJson(requestNodeAt(nodeUrl, options));

/** Asks for JSON by requests that may also ask for something else. */
export function askForJson(request: RequestNode): AskNode {
  return (path, schema, patience, onTip, longest = LONGEST_ANSWER) =>
    request(path, (response) => readJson(response, schema, longest), patience, onTip);
}

/** The answer is JSON that does not match the schema. */
class UnreadableError extends NodeError {
  override readonly name = "UnreadableError";
}

async function readJson<Schema extends z.ZodType>(
  response: Response,
  schema: Schema,
  longest: number,
): Promise<z.output<Schema>> {
  const text = await readText(response, longest);
  const trouble = parsingTrouble(text);
  if (trouble !== null) throw new NodeError(`The node's answer cannot be read: ${trouble}`);
  const parsed = schema.safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data;
  throw new UnreadableError(`${response.url}: ${z.prettifyError(parsed.error)}`);
}

/** Requests to the node at an address. After a 429 it makes no request for a while. */
export function requestNodeAt(
  nodeUrl: string,
  { apiKey, stopping, onRequest = () => {} }: NodeOptions = {},
): RequestNode {
  let pause = { since: 0, until: 0 };
  let refusals = 0;

  /** Milliseconds until the node may be asked again. A clock that has been set back ends a pause. */
  function pauseLeft(): number {
    const now = Date.now();
    return now < pause.since ? 0 : Math.max(0, pause.until - now);
  }

  async function askOnce<Answer>(
    path: string,
    read: (response: Response) => Promise<Answer>,
    onTip: (indexBlockHash: string) => void,
  ): Promise<Answer | null> {
    const url = `${nodeUrl}${path}`;
    if (pauseLeft() > 0) {
      throw new NodeError(
        `${nodeUrl} asked for a pause until ${new Date(pause.until).toISOString()}`,
      );
    }
    const { outcome, headers, answer, error } = await request(url, apiKey, stopping, read).catch(
      (failure: unknown) => {
        onRequest("unanswered");
        throw failure;
      },
    );
    onRequest(outcome);
    if (outcome === "rate-limited") {
      refusals += 1;
      const since = Date.now();
      pause = { since, until: since + pauseOf(headers.get("retry-after"), refusals) };
    } else {
      refusals = 0;
      for (const tip of tipsIn(headers)) onTip(tip);
    }
    if (error !== null) throw error;
    return answer;
  }

  /** @returns milliseconds after which a request may be made again; null where that is no use */
  function pauseAfter(error: unknown, failures: number): number | null {
    if (!(error instanceof NodeError) || error instanceof RefusedError) return null;
    if (stopping?.aborted) return null;
    if (pauseLeft() > 0) return pauseLeft();
    return failures > TRIES_AGAIN ? null : (SECOND / 2) * 2 ** failures;
  }

  async function retry<Answer>(once: () => Promise<Answer>, failures = 1): Promise<Answer> {
    try {
      return await once();
    } catch (error) {
      const wait = pauseAfter(error, failures);
      if (wait === null) throw error;
      const next = pauseLeft() > 0 ? 1 : failures + 1;
      await delay(wait, undefined, { signal: stopping }).catch(() => {
        throw new NodeError("The service stops", { cause: error });
      });
      return retry(once, next);
    }
  }

  return (path, read, patience, onTip = () => {}) => {
    const once = () => askOnce(path, read, onTip);
    return patience === undefined ? once() : retry(once);
  };
}

/** @returns none where the answer names no tip */
function tipsIn(headers: Headers): string[] {
  return TIP.exec(headers.get("etag") ?? "")?.slice(1) ?? [];
}

interface Answer<Data> extends Pick<Response, "headers"> {
  outcome: RequestOutcome;
  /** Null for 404, and if there is an error. */
  answer: Data | null;
  error: NodeError | null;
}

async function request<Data>(
  url: string,
  apiKey: string | undefined,
  stopping: AbortSignal | undefined,
  read: (response: Response) => Promise<Data>,
): Promise<Answer<Data>> {
  try {
    const timeout = AbortSignal.timeout(TIMEOUT);
    const response = await fetch(url, {
      headers: {
        accept: "application/json",
        ...(apiKey === undefined ? {} : { "x-api-key": apiKey }),
      },
      signal: stopping === undefined ? timeout : AbortSignal.any([timeout, stopping]),
    });
    if (response.ok) return await readAnswer(response, read);
    await response.body?.cancel();
    return refusalOf(response, url);
  } catch (error) {
    if (error instanceof LongAnswerError) throw error;
    throw new NodeError(`${url} did not answer`, { cause: error });
  }
}

async function readAnswer<Data>(
  response: Response,
  read: (response: Response) => Promise<Data>,
): Promise<Answer<Data>> {
  const { headers } = response;
  try {
    return { outcome: "answered", headers, answer: await read(response), error: null };
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    return { outcome: "unreadable", headers, answer: null, error };
  }
}

function refusalOf(response: Response, url: string): Answer<never> {
  const { headers, status } = response;
  const outcome = outcomeOf(response);
  const message = `${url} answered ${status}`;
  const error = outcome === "refused" ? new RefusedError(message, status) : new NodeError(message);
  return { outcome, headers, answer: null, error: outcome === "not-found" ? null : error };
}

/**
 * The outcome of an answer without success. `refused`: the request is wrong, or the route is closed (410) or never
 * existed (501).
 */
function outcomeOf({ status, headers }: Response): RequestOutcome {
  if (status === 404) return "not-found";
  if (status === 429 || (status === 503 && headers.has("retry-after"))) return "rate-limited";
  const isFinal = (status < 500 && status !== 408 && status !== 425) || status === 501;
  return isFinal ? "refused" : "failed";
}

/** @throws LongAnswerError without reading more than that */
async function readText(response: Response, longest: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const part of response.body ?? []) {
    text += decoder.decode(part, { stream: true });
    if (text.length > longest) throw new LongAnswerError(`${response.url} answered too much`);
  }
  return text + decoder.decode();
}

/**
 * @param retryAfter seconds, or a date
 * @param refusals how many 429s came in a row
 * @returns milliseconds
 */
function pauseOf(retryAfter: string | null, refusals: number): number {
  const backoff = Math.min(SECOND * 2 ** refusals, LONGEST_PAUSE.backoff);
  if (retryAfter === null) return backoff;
  const wanted = /^\d+$/.test(retryAfter)
    ? Number(retryAfter) * SECOND
    : Date.parse(retryAfter) - Date.now();
  return Number.isNaN(wanted) ? backoff : Math.min(Math.max(wanted, 0), LONGEST_PAUSE.retryAfter);
}

const statusSchema = z.object({
  server_version: z.string().default(""),
  chain_tip: z.object({
    block_height: z.int().nonnegative(),
    index_block_hash: z.string().optional(),
  }),
});

/** Characters of what a node says of a call of the protocol. Strangers' transactions may take megabytes. */
export const LONGEST_CALL = 512 * 1024;

/**
 * Digits of the protocol's longest first argument, a contract identifier. Strangers' transactions may have longer ones.
 */
const LONGEST_ARGUMENT = 2 + 2 * (1 + 21 + 1 + 128);

const clarityValueSchema = z.string().transform((hex, context) => {
  if (hex.length > LONGEST_ARGUMENT) return null;
  try {
    return readClarityValue(hex);
  } catch (error) {
    if (!(error instanceof ClarityValueError)) throw error;
    context.addIssue(error.message);
    return z.NEVER;
  }
});

/** The contract call of a transaction, as both versions of the Hiro API have it. Absent where it calls nothing. */
export const contractCallSchema = z
  .object({
    contract_id: z.string(),
    function_name: z.string(),
    function_args: z
      .array(z.unknown())
      .transform(([first]) => first)
      .pipe(z.object({ hex: clarityValueSchema }).optional())
      .nullish(),
  })
  .optional();

/** The same call as `TransactionReport` has it. */
export function calledBy(call: z.infer<typeof contractCallSchema>) {
  return {
    contractId: call?.contract_id ?? null,
    functionName: call?.function_name ?? null,
    firstArgument: call?.function_args?.hex,
  };
}

/** The tip, by the Hiro API's status route, which the devnet has too. */
export async function requestTip(ask: AskNode) {
  const status = await ask("/extended/v1/status", statusSchema);
  if (status === null) throw new NodeError("The node has no /extended/v1/status");
  const { block_height: height, index_block_hash: indexBlockHash = null } = status.chain_tip;
  return { height, indexBlockHash, version: status.server_version };
}
