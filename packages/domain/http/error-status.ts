import type { Call } from "./call.ts";

/** The statuses of answers that are not the result, and what each says. */
export const errorStatuses = {
  400: "The input does not fit; the message says what.",
  401: "Nobody is signed in, or the signature does not hold.",
  403: "Signed in as somebody else, not a watcher, or sent from another site.",
  404: "There is no such thing, or no such call.",
  409: "It cannot be done as things stand.",
  413: "The body is too large.",
  415: "The body is of another type than the call takes.",
  429: "Too often, or too much at once; Retry-After says for how many seconds to wait.",
  503: "Too many are asking for this at once; Retry-After says for how many seconds to wait.",
} as const;
export type ErrorStatus = keyof typeof errorStatuses;

/** How a call may end but in its result: by its input, by its access, and as it says itself. */
export function errorStatusesOf(call: Call): ErrorStatus[] {
  const hasBody = call.body !== undefined || call.file !== undefined;
  const statuses = new Set<ErrorStatus>(call.errors);
  if (hasBody || call.params !== undefined || call.query !== undefined) statuses.add(400);
  if (call.access !== "public") statuses.add(401).add(403);
  if (call.method !== "GET") statuses.add(403);
  if (hasBody) statuses.add(413).add(415);
  if (call.tagged) statuses.add(429).add(503);
  return [...statuses];
}
