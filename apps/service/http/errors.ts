import type { ErrorBody, ErrorCode } from "@colonnade/domain/error.ts";
import { messages } from "@colonnade/domain/messages.ts";

/** An answer that is not the call's result: the base of what handlers throw. */
export class RequestError extends Error {
  override readonly name: string = "RequestError";
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 503;
  readonly code: ErrorCode;
  /** In so many seconds it may be asked again. */
  readonly retryAfter: number | null;

  constructor(
    status: RequestError["status"],
    code: ErrorCode,
    message: string,
    retryAfter: number | null = null,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** What was sent does not fit. */
export class InputError extends RequestError {
  override readonly name = "InputError";

  constructor(message: string, code: ErrorCode = "validation_error") {
    super(400, code, message);
  }
}

/** There is no such thing. */
export class NotFoundError extends RequestError {
  override readonly name = "NotFoundError";

  constructor(message: string, code: ErrorCode = "does_not_exist") {
    super(404, code, message);
  }
}

/** Nobody is signed in. */
export class SignedOutError extends RequestError {
  override readonly name = "SignedOutError";

  constructor() {
    super(401, "no_session_data", messages.noSessionData);
  }
}

/** Whoever asks may not do this. */
export class ForbiddenError extends RequestError {
  override readonly name = "ForbiddenError";

  constructor(message: string) {
    super(403, "forbidden", message);
  }
}

/** More than is taken at once. */
export class TooLargeError extends RequestError {
  override readonly name = "TooLargeError";

  constructor(message: string) {
    super(413, "payload_too_large_error", message);
  }
}

/** Too often, or too much at once, for one who asks. */
export class TooManyError extends RequestError {
  override readonly name = "TooManyError";

  constructor(retryAfter: number) {
    super(429, "too_many_requests", "Too many requests, please wait a little", retryAfter);
  }
}

/** As much is under way as there is room for, whoever asks. */
export class BusyError extends RequestError {
  override readonly name = "BusyError";

  constructor(retryAfter: number) {
    super(503, "unavailable", "Too many are asking for this at once, please try again", retryAfter);
  }
}

interface ErrorAnswer {
  status: number;
  body: ErrorBody;
  /** Seconds. */
  retryAfter: number | null;
}

/** The one place that turns an error into an answer. What is not meant for the client stays in the log. */
export function answerOf(error: unknown): ErrorAnswer {
  if (error instanceof RequestError) {
    return answer(error.status, error.code, error.message, error.retryAfter);
  }
  return answer(500, "unknown", messages.somethingWrong);
}

function answer(
  status: number,
  code: ErrorCode,
  message: string,
  retryAfter: number | null = null,
): ErrorAnswer {
  return { status, body: { error: { code, message } }, retryAfter };
}
