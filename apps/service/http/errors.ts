import type { ErrorBody, ErrorCode } from "@colonnade/domain/error.ts";
import type { ErrorStatus } from "@colonnade/domain/http/call.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { type DatabaseTrouble, findTrouble } from "../db/unavailable.ts";
import { LateError } from "../server/request-timeout.ts";

/** The base of the errors that handlers throw for the client to see. */
export class RequestError extends Error {
  readonly status: ErrorStatus;
  readonly code: ErrorCode;
  /** Seconds after which the client may try again. */
  readonly retryAfter: number | null;

  constructor(
    status: ErrorStatus,
    code: ErrorCode,
    message: string,
    retryAfter: number | null = null,
  ) {
    super(message);
    this.name = new.target.name;
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** The input does not fit the contract. */
export class InputError extends RequestError {
  constructor(message: string, code: ErrorCode = "validation_error") {
    super(400, code, message);
  }
}

/** The thing, or the call, does not exist. */
export class NotFoundError extends RequestError {
  constructor(message: string, code: ErrorCode = "does_not_exist") {
    super(404, code, message);
  }
}

/** The principal has no profile, because a watcher suspended them. */
export class SuspendedError extends RequestError {
  constructor() {
    super(404, "suspended", "A watcher suspended this principal, who has no profile");
  }
}

/** Nobody is signed in. */
export class SignedOutError extends RequestError {
  constructor() {
    super(401, "no_session_data", messages.noSessionData);
  }
}

/** The client may not do this. */
export class ForbiddenError extends RequestError {
  constructor(message: string) {
    super(403, "forbidden", message);
  }
}

/** The call exists, but not in the form that was asked for. */
export class NotImplementedError extends RequestError {
  constructor(message: string) {
    super(501, "validation_error", message);
  }
}

/** A watcher has hidden the image. */
export class HiddenError extends RequestError {
  constructor() {
    super(451, "forbidden", "This image was hidden after a report");
  }
}

/** The body is larger than the call takes. */
export class TooLargeError extends RequestError {
  constructor(message: string) {
    super(413, "payload_too_large_error", message);
  }
}

/** The body arrives too slowly. The connection is closed, or the rest of the body would be taken for a request. */
export class SlowBodyError extends RequestError {
  constructor() {
    super(408, "unavailable", "The request arrived too slowly, please try again");
  }
}

/** One client has reached a rate limit or its share of a concurrency limit. */
export class TooManyError extends RequestError {
  constructor(retryAfter: number, message = "Too many requests, please wait a little") {
    super(429, "too_many_requests", message, retryAfter);
  }
}

/** All clients together have reached a concurrency limit. */
export class BusyError extends RequestError {
  constructor(retryAfter: number) {
    super(503, "unavailable", "Too many are asking for this at once, please try again", retryAfter);
  }
}

/** The database or the node does not answer, or not in time. */
class RemoteServiceError extends RequestError {
  constructor(message: string) {
    super(503, "remote_service_error", message, 5);
  }
}

const troubleMessages: Record<DatabaseTrouble, string> = {
  absent: "The database does not answer now, please try again in a moment",
  "read-only": "The database takes no changes now, please try again later",
  full: "The database has no room for changes now, please try again later",
};

/** What the client may know of an error; null where it is unexpected. */
export function knownError(error: unknown): RequestError | null {
  if (error instanceof RequestError) return error;
  if (error instanceof LateError) return new RemoteServiceError(error.message);
  const trouble = findTrouble(error);
  return trouble === null ? null : new RemoteServiceError(troubleMessages[trouble]);
}

/**
 * Turns any error into a response. An unexpected error is a 500 without details, which are for the log.
 * @param etag goes with a 404: the client sees by it whether something may be there meanwhile
 */
export function errorResponse(error: unknown, requestId: string, etag?: string): Response {
  const known = knownError(error);
  const body: ErrorBody = {
    error: {
      code: known?.code ?? "unknown",
      message: known?.message ?? messages.somethingWrong,
      requestId,
    },
  };
  const retryAfter = known?.retryAfter ?? null;
  return Response.json(body, {
    status: known?.status ?? 500,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      ...(known?.status === 404 && etag !== undefined ? { etag } : {}),
      ...(retryAfter === null ? {} : { "retry-after": String(retryAfter) }),
      ...(known instanceof SlowBodyError ? { connection: "close" } : {}),
    },
  });
}
