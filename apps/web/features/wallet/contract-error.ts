import type { EventType } from "@colonnade/domain/event-type.ts";

/** Both contracts' error codes in words (contracts/*.clar), said to whoever sent the call. */
const wordsOfCode: Record<number, string> = {
  1000: "Only the owner of Colonnade may do this.",
  1001: "Only a watcher may do this.",
  1002: "This address is a watcher already.",
  1100: "You have a profile already.",
  1101: "You need a profile for this.",
  1102: "BNS does not know this name.",
  1103: "This name belongs to another address now.",
  1104: "This name has expired. Renew it first.",
  1200: "There is no such organization.",
  1201: "Another organization has this name.",
  1202: "Only the organization's admin may do this.",
  1203: "You do not represent this organization.",
  1204: "This person represents the organization already.",
  1205: "The organization has its ten representatives.",
  1300: "There is no such endorsement.",
  1301: "You can endorse in your own name only.",
  1302: "Nobody endorses themselves.",
  1303: "The recipient has no profile any more.",
  1304: "The network is behind. Please try again in a moment.",
  1305: "Only the sender and the receiver may do this.",
  1306: "Only the receiver may do this.",
  1307: "The endorsement is approved or rejected already.",
  1308: "The endorsement is not approved.",
  1309: "A suggestion waits for the sender, who has to accept it first.",
  1400: "The title is empty.",
  1401: "The description is empty.",
  1402: "The image is missing.",
  1403: "The organization's name is empty.",
  2000: "Only the owner of the token may do this.",
  2001: "Only Colonnade's own contract issues endorsements.",
  2002: "An endorsement stays with whoever earned it: it cannot be moved.",
  2003: "This endorsement is issued already.",
};

const wordsOfStatus: Record<string, string> = {
  dropped_replace_by_fee: "Your wallet replaced it by another transaction.",
  dropped_replace_across_fork: "Another transaction took its place.",
  dropped_too_expensive: "It was too expensive to run.",
  dropped_stale_garbage_collect: "It waited too long for a block and was dropped.",
  dropped_problematic: "The network could not run it.",
};

/** The code in what a contract answered, `(err u1303)`; null for any other answer. */
export function errorCodeOf(result: string): number | null {
  const code = /^\(err u(\d+)\)$/.exec(result)?.[1];
  return code === undefined ? null : Number(code);
}

/** Calls that hold only for the words that were on the screen. */
const boundToWords: readonly EventType[] = [
  "EDIT_ENDORSEMENT",
  "APPROVE_ENDORSEMENT",
  "BURN_ENDORSEMENT",
];

/**
 * Why a transaction failed, in plain words.
 * @param event what it was to do
 * @param status the node's word for it: `abort_by_response`, `dropped_replace_by_fee`, …
 * @param code the error by which the contract refused it, where known
 */
export function describeFailure(
  event: EventType,
  status: string,
  code: number | null = null,
): string {
  if (status === "abort_by_post_condition") {
    return boundToWords.includes(event)
      ? "The words changed after you opened the page, so the network refused it."
      : "It would have moved something you did not agree to, so the network refused it.";
  }
  if (code !== null) return wordsOfCode[code] ?? `The contract refused it with error ${code}.`;
  if (wordsOfStatus[status] !== undefined) return wordsOfStatus[status];
  if (status.startsWith("dropped")) return "The network dropped it.";
  return "The contract refused it.";
}
