import { type ChainEntry, FoldError } from "./chain-entry.ts";

/** A principal's profile as the chain has it. */
export interface ProfileState {
  address: string;
  bnsName: string;
  bns: string;
  statement: string | null;
  image: string;
}

/**
 * Folds one event onto a principal's profile.
 * @param state null where the principal has no profile
 * @returns the new state, null after a removal
 */
export function foldProfile(state: ProfileState | null, entry: ChainEntry): ProfileState | null {
  const { event } = entry;
  switch (event.topic) {
    case "register-profile":
      return {
        address: event.principal,
        bnsName: event["bns-name"],
        bns: event.bns,
        statement: event.statement,
        image: event.image,
      };
    case "remove-profile":
    case "watcher-remove-profile":
      return null;
    case "update-statement":
      return { ...existing(state, entry), statement: event.statement };
    case "update-profile-image-url":
      return { ...existing(state, entry), image: event.image };
    default:
      return state;
  }
}

function existing(state: ProfileState | null, entry: ChainEntry): ProfileState {
  if (state === null) throw new FoldError(`${entry.event.topic} in ${entry.txId} has no profile`);
  return state;
}
