import type { EventType } from "@colonnade/domain/event-type.ts";
import type { SentTransaction } from "./sent-transactions.ts";

/** The error codes of both contracts (contracts/*.clar) in words for the sender of the call. */
const wordsOfCode: Record<number, string> = {
  1000: "Only the owner of Colonnade may do this.",
  1001: "Only a watcher may do this.",
  1002: "This address is already a watcher.",
  1003: "Nobody proposed you as the owner of Colonnade.",
  1004: "A watcher suspended your address.",
  1005: "This address is already suspended.",
  1006: "This address is not suspended.",
  1100: "You already have a profile.",
  1101: "You need a profile for this.",
  1102: "BNS does not know this name.",
  1103: "This name belongs to another address now.",
  1104: "This name has expired. Renew it first.",
  1200: "There is no such organization.",
  1201: "Another organization has, or had, this name.",
  1202: "Only the organization's admin may do this.",
  1203: "This person does not represent the organization.",
  1204: "This person already represents the organization or is invited.",
  1205: "The organization's ten places are taken, invitations included.",
  1206: "The organization is closed.",
  1207: "You are not invited to represent this organization.",
  1208: "An admin cannot resign. Propose another admin first.",
  1209: "Nobody proposed you as the organization's admin.",
  1210: "The current admin may still refuse this. Please try again later.",
  1211: "No watcher proposed another admin.",
  1300: "There is no such endorsement.",
  1301: "You can only endorse in your own name.",
  1302: "You cannot endorse yourself.",
  1303: "The recipient has no profile any more.",
  1304: "The network is behind. Please try again in a moment.",
  1305: "Only the sender and the receiver may do this.",
  1306: "Only the receiver may do this.",
  1307: "The endorsement is no longer pending.",
  1308: "The endorsement is not approved.",
  1309: "The endorsement has no date.",
  1310: "They have blocked you or your organization.",
  1311: "Three of your endorsements are already waiting for this person.",
  1312: "A watcher suspended its sender.",
  1313: "You may not withdraw this endorsement.",
  1314: "The endorsement was never approved, or was already removed.",
  1315: "You have already blocked them.",
  1316: "You have not blocked them.",
  1400: "The title is empty.",
  1401: "The description is empty.",
  1402: "The image is missing.",
  1403: "The organization's name is empty.",
  2000: "Only the owner of the token may do this.",
  2001: "Only Colonnade's own contract issues endorsements.",
  2002: "An endorsement stays with whoever earned it: it cannot be moved.",
  2003: "This endorsement was already issued.",
  2004: "This endorsement has no token, or it is somebody else's.",
  2005: "Nobody proposed you as the owner of the token.",
};

const wordsOfStatus: Record<string, string> = {
  dropped_replace_by_fee: "Your wallet replaced it with another transaction.",
  dropped_replace_across_fork: "Another transaction took its place.",
  dropped_too_expensive: "It was too expensive to run.",
  dropped_stale_garbage_collect: "It waited too long for a block and was dropped.",
  dropped_problematic: "The network could not run it.",
};

/** The error code in a contract's result, as in `(err u1303)`; null for any other result. */
export function errorCodeOf(result: string): number | null {
  const code = /^\(err u(\d+)\)$/.exec(result)?.[1];
  return code === undefined ? null : Number(code);
}

/** Calls that the chain refuses when the words have changed since they were shown. */
const boundToWords: readonly EventType[] = [
  "EDIT_ENDORSEMENT",
  "APPROVE_ENDORSEMENT",
  "BURN_ENDORSEMENT",
  "WITHDRAW_ENDORSEMENT",
];

/**
 * Explains why a transaction failed.
 * @param status as the node gives it: `abort_by_response`, `dropped_replace_by_fee`, …
 * @param code the contract's error code, where known
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

const howToGoOn = "update your wallet or use another one";

/** What to say of a call whose protection the wallet left out, by what the network does with it. */
export function describeUnprotected(
  event: EventType,
  unprotected: NonNullable<SentTransaction["unprotected"]>,
): string {
  const left = unprotected === "loose" ? "left out part of" : "left out";
  const start = `Your wallet ${left} the protection of this call`;
  if (unprotected === "refused") {
    return `${start}, so the network refuses it. Nothing changes, and only the fee is lost. Before you send it again, ${howToGoOn}.`;
  }
  const takes =
    unprotected === "unclear" ? "The network refuses it, or takes it" : "The network takes it";
  const isOfWords = unprotected !== "loose" && boundToWords.includes(event);
  const risk = isOfWords
    ? "even if the words are not those you read. Read them again once it is confirmed."
    : "even if it moves something you did not agree to. See what it did once it is confirmed.";
  return `${start}. ${takes} ${risk} Before you sign anything more, ${howToGoOn}.`;
}
