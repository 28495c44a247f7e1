import type { ContractEvent } from "../contract-event.ts";

/** A canonical contract event with its block time and transaction. Folds receive them in chain order. */
export interface ChainEntry {
  blockHeight: number;
  /** Unix seconds. */
  blockTime: number;
  /** 0x-prefixed. */
  txId: string;
  event: ContractEvent;
}

/** The event cannot follow the state it is folded onto, because an earlier event is missing. */
export class FoldError extends Error {
  override readonly name = "FoldError";
}

/**
 * The state that an event changes.
 * @throws FoldError if there is none yet
 */
export function existing<State>(state: State | null, { event, txId }: ChainEntry): State {
  if (state === null) throw new FoldError(`${event.topic} in ${txId} changes what does not exist`);
  return state;
}

/**
 * What an event changes: a person or watcher by principal, an organization or endorsement by id, who is blocked by
 * `{receiver} {sender}` or `{receiver} {organization}`, or the owner of the contract.
 */
export type Subject =
  | { kind: "people" | "watchers" | "blocked-senders" | "blocked-organizations"; key: string }
  | { kind: "organizations" | "endorsements"; key: number }
  | { kind: "owner"; key: "owner" };

/** Says whose state an event changes, so that the caller folds the event onto it. */
export function subjectOf(event: ContractEvent): Subject {
  switch (event.topic) {
    case "register-profile":
    case "remove-profile":
    case "update-statement":
    case "update-profile-image-url":
    case "watcher-remove-profile":
    case "watcher-restore-profile":
      return { kind: "people", key: event.principal };
    case "propose-owner":
    case "accept-owner":
      return { kind: "owner", key: "owner" };
    case "add-watcher":
    case "remove-watcher":
      return { kind: "watchers", key: event.watcher };
    case "watcher-new-organization":
    case "add-representative":
    case "accept-representation":
    case "decline-representation":
    case "resign-representation":
    case "remove-representative":
    case "propose-admin":
    case "watcher-replace-admin":
    case "refuse-replacement":
    case "accept-admin":
    case "decline-admin":
    case "close-organization":
      return { kind: "organizations", key: event.id };
    case "submit-endorsement":
    case "edit-endorsement":
    case "approve-endorsement":
    case "burn-endorsement":
    case "withdraw-endorsement":
    case "discard-endorsement":
    case "display-status":
      return { kind: "endorsements", key: event.id };
    case "block-sender":
    case "unblock-sender":
      return { kind: "blocked-senders", key: `${event.principal} ${event.sender}` };
    case "block-organization":
    case "unblock-organization":
      return { kind: "blocked-organizations", key: `${event.principal} ${event.id}` };
  }
}
