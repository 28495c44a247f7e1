import * as z from "zod/mini";
import { type ErrorCode, errorBodySchema } from "../error.ts";
import { messages } from "../messages.ts";
import { parseJson } from "../text.ts";
import type { Call } from "./call.ts";
import { type CallName, calls } from "./contract.ts";

/** The service answered with an error, or with something that is not the call's result. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: ErrorCode;

  constructor(status: number, code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
    this.code = code;
  }
}

type Part<C, Key extends "params" | "query" | "body"> = C extends {
  [K in Key]: infer Schema extends z.ZodMiniType;
}
  ? { [K in Key]: z.input<Schema> }
  : unknown;
type FilePart<C> = C extends { file: string } ? { file: Blob } : unknown;
type Input<C> = Part<C, "params"> & Part<C, "query"> & Part<C, "body"> & FilePart<C>;
type Calls = typeof calls;

/** The input of a call: its `params`, `query`, `body` and `file`, as far as it has them. */
export type CallInput<Name extends CallName> = Input<Calls[Name]>;
/** The result that a call resolves with. */
export type CallResult<Name extends CallName> = z.output<Calls[Name]["result"]>;

/** The same calls, typed so that a generic name leads to the type of its result. */
const results: { [Name in CallName]: { result: z.ZodMiniType<CallResult<Name>> } } = calls;

/** The arguments after a call's name. A call without input may leave it out. */
export type CallArguments<Name extends CallName> =
  unknown extends CallInput<Name>
    ? [input?: undefined, options?: CallOptions]
    : [input: CallInput<Name>, options?: CallOptions];

/** Options of one call. */
export interface CallOptions {
  /** Aborts the call, which then rejects with what `fetch` throws. */
  signal?: AbortSignal;
}

/** Options of a client. */
export interface ClientOptions {
  /** The service's address without a trailing slash; empty for the page's own origin. */
  origin?: string;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch;
}

/** Makes a call by its name. */
export type Client = <Name extends CallName>(
  name: Name,
  ...args: CallArguments<Name>
) => Promise<CallResult<Name>>;

interface RawInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  file?: Blob;
}

/**
 * A typed client of the cache API.
 * @example const api = createClient({ origin: "https://colonnade.example" });
 *          const profile = await api("getProfile", { query: { principal } });
 * @throws ApiError from a call whose answer is not its result; what `fetch` throws if the request fails
 */
export function createClient({ origin = "", fetch: send = fetch }: ClientOptions = {}): Client {
  return async <Name extends CallName>(name: Name, ...args: CallArguments<Name>) => {
    const call: Call = calls[name];
    const [input, options] = args;
    const request = requestOf(call, input ?? {});
    const signal = options?.signal;
    const response = await send(`${origin}${request.target}`, {
      ...request.init,
      ...(signal === undefined ? {} : { signal }),
    });
    return readAnswer(results[name].result, response);
  };
}

function requestOf(call: Call, input: RawInput): { target: string; init: RequestInit } {
  const path = call.path.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(String(input.params?.[key])),
  );
  const query = new URLSearchParams(
    Object.entries(input.query ?? {})
      .filter(([, value]) => value !== undefined)
      .map(([key, value]): [string, string] => [key, String(value)]),
  ).toString();
  const target = query === "" ? path : `${path}?${query}`;
  const init: RequestInit = { method: call.method, headers: { accept: "application/json" } };
  if (call.file !== undefined && input.file !== undefined) {
    const form = new FormData();
    form.set(call.file, input.file);
    return { target, init: { ...init, body: form } };
  }
  if (call.body === undefined) return { target, init };
  return {
    target,
    init: {
      ...init,
      headers: { ...init.headers, "content-type": "application/json" },
      body: JSON.stringify(input.body),
    },
  };
}

async function readAnswer<Result>(
  schema: z.ZodMiniType<Result>,
  response: Response,
): Promise<Result> {
  const body = parseJson(await response.text());
  if (!response.ok) {
    const known = errorBodySchema.safeParse(body);
    if (known.success) {
      throw new ApiError(response.status, known.data.error.code, known.data.error.message);
    }
    throw unreadable(response.status);
  }
  const result = schema.safeParse(body);
  if (!result.success) {
    throw unreadable(response.status, z.prettifyError(result.error));
  }
  return result.data;
}

/**
 * The answer came from a proxy, or from another release of the service. The message is for people; `cause` says what
 * did not fit.
 */
function unreadable(status: number, cause?: string): ApiError {
  return new ApiError(status, "remote_service_error", messages.somethingWrong, { cause });
}
