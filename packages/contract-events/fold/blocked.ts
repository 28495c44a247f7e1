import type { ChainEntry } from "./chain-entry.ts";

/** Says whether a receiver blocks a sender, or an organization, after an event. */
export function foldBlocked(isBlocked: boolean, { event }: ChainEntry): boolean {
  switch (event.topic) {
    case "block-sender":
    case "block-organization":
      return true;
    case "unblock-sender":
    case "unblock-organization":
      return false;
    default:
      return isBlocked;
  }
}
