import * as z from "zod/mini";
import { type ErrorCode, errorBodySchema } from "../error.ts";
import { messages } from "../messages.ts";
import type { Call } from "./call.ts";
import { type CallName, calls } from "./contract.ts";

/** An answer that is not the call's result: the service's own error, or an answer nobody can read. */
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

/** What a call is given: its `params`, `query`, `body` and `file`, where it has them. */
export type CallInput<Name extends CallName> = Input<Calls[Name]>;
/** What a call resolves with. */
export type CallResult<Name extends CallName> = z.output<Calls[Name]["result"]>;

/** The calls once more, seen so that a generic name still leads to its own result. */
const results: { [Name in CallName]: { result: z.ZodMiniType<CallResult<Name>> } } = calls;

type Arguments<Name extends CallName> =
  unknown extends CallInput<Name>
    ? [input?: undefined, options?: CallOptions]
    : [input: CallInput<Name>, options?: CallOptions];

/** How a call is made. */
export interface CallOptions {
  /** Ends it: it rejects with what `fetch` throws then. */
  signal?: AbortSignal;
}

/** Where a client asks, and by what. */
export interface ClientOptions {
  /** Where the service is, without a trailing slash; empty for the page's own origin. */
  origin?: string;
  /** Instead of the global one. */
  fetch?: typeof fetch;
}

/** Makes a call by its name. */
export type Client = <Name extends CallName>(
  name: Name,
  ...args: Arguments<Name>
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
 * @throws ApiError from every call whose answer is not its result; whatever `fetch` throws when it fails
 */
export function createClient({ origin = "", fetch: send = fetch }: ClientOptions = {}): Client {
  return async <Name extends CallName>(name: Name, ...args: Arguments<Name>) => {
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
      .map(([key, value]) => [key, String(value)]),
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
  const text = await response.text();
  const body = parseJson(text);
  if (!response.ok) {
    const known = errorBodySchema.safeParse(body);
    if (known.success) {
      throw new ApiError(response.status, known.data.error.code, known.data.error.message);
    }
    throw strange(response.status);
  }
  const result = schema.safeParse(body);
  if (!result.success) {
    throw strange(response.status, z.prettifyError(result.error));
  }
  return result.data;
}

/** What a person is told where a proxy answered, or a service of another release; `cause` is for whoever looks into it. */
function strange(status: number, cause?: string): ApiError {
  return new ApiError(status, "remote_service_error", messages.somethingWrong, { cause });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
