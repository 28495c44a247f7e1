/**
 * The HTTP status of a failed call (domain's ApiError); undefined for any other error. It looks at the shape, not the
 * class: importing the class would load every schema with the landing.
 */
export function statusOf(error: unknown): number | undefined {
  const status = error instanceof Error && "status" in error ? error.status : undefined;
  return typeof status === "number" ? status : undefined;
}

/** The code of an error: the service's code for a failed call, a number for a wallet's refusal. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

/** Explains a failed call to a person. */
export function explain(error: unknown): string {
  if (statusOf(error) !== undefined && error instanceof Error) return error.message;
  return navigator.onLine ? "Colonnade's service did not answer." : "You seem to be offline.";
}
