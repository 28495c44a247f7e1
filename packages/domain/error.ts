import * as z from "zod/mini";

/**
 * Error codes: those of `@stacks/common`, which wallets know, and the last four, which it lacks. With `suspended`,
 * `/api/column` says that a principal has no profile because a watcher suspended them.
 */
const errorCodes = [
  "missing_parameter",
  "remote_service_error",
  "invalid_state",
  "no_session_data",
  "does_not_exist",
  "failed_decryption_error",
  "invalid_did_error",
  "not_enough_error",
  "invalid_amount_error",
  "login_failed",
  "signature_verification_failure",
  "conflict_error",
  "not_enough_proof_error",
  "bad_path_error",
  "validation_error",
  "payload_too_large_error",
  "precondition_failed_error",
  "unknown",
  "forbidden",
  "too_many_requests",
  "unavailable",
  "suspended",
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** The body of every error response. */
export const errorBodySchema = z.object({
  error: z.object({
    code: z.enum(errorCodes),
    message: z.string(),
    /** The id under which the service's log has the request. */
    requestId: z.string(),
  }),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
