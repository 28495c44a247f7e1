/**
 * The HTTP status of a failed call (domain's ApiError), or undefined for any other failure.
 * By shape and not by class: the class comes with every schema, which the first screen does without.
 */
export function statusOf(error: unknown): number | undefined {
  const status = error instanceof Error && "status" in error ? error.status : undefined;
  return typeof status === "number" ? status : undefined;
}

/** The service's word for why a call failed (domain's error codes), or undefined for any other failure. */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** What to tell a person about a failed call. */
export function explain(error: unknown): string {
  if (statusOf(error) !== undefined && error instanceof Error) return error.message;
  return navigator.onLine ? "Colonnade's service did not answer." : "You seem to be offline.";
}
