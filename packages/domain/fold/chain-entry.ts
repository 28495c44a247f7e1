import type { ContractEvent } from "../contract-event.ts";

/** One canonical contract event in its place on the chain. Folds see them in chain order. */
export interface ChainEntry {
  /** Unix seconds. */
  blockTime: number;
  /** 0x-prefixed. */
  txId: string;
  event: ContractEvent;
}

/** An event that cannot follow the state it is folded onto: the history is not whole. */
export class FoldError extends Error {
  override readonly name = "FoldError";
}

/** The nouns whose state an event changes. */
export interface Touched {
  profiles: string[];
  watchers: string[];
  organizations: number[];
  endorsements: number[];
}

/** Names the nouns that an event touches, which is where its fold belongs. */
export function touchedBy(event: ContractEvent): Touched {
  const none: Touched = { profiles: [], watchers: [], organizations: [], endorsements: [] };
  switch (event.topic) {
    case "register-profile":
    case "remove-profile":
    case "update-statement":
    case "update-profile-image-url":
    case "watcher-remove-profile":
      return { ...none, profiles: [event.principal] };
    case "add-watcher":
    case "remove-watcher":
      return { ...none, watchers: [event.watcher] };
    case "watcher-new-organization":
    case "add-representative":
    case "remove-representative":
      return { ...none, organizations: [event.id] };
    case "submit-endorsement":
    case "edit-endorsement":
    case "approve-endorsement":
    case "burn-endorsement":
    case "display-status":
      return { ...none, endorsements: [event.id] };
  }
}
