import { type ChainEntry, FoldError } from "./chain-entry.ts";

/** A principal's profile on the chain. */
interface ProfileState {
  address: string;
  bnsName: string;
  bns: string;
  statement: string | null;
  image: string;
}

/** The state of a principal on the chain. */
export interface PersonState {
  profile: ProfileState | null;
  /** Whether a watcher suspended them. */
  suspended: boolean;
}

/** A principal without any event. */
export const nobody: PersonState = { profile: null, suspended: false };

/**
 * Folds one event onto a principal.
 * @throws FoldError if a registration is missing
 */
export function foldPerson(state: PersonState, entry: ChainEntry): PersonState {
  const { event } = entry;
  switch (event.topic) {
    case "register-profile": {
      const profile = {
        address: event.principal,
        bnsName: event["bns-name"],
        bns: event.bns,
        statement: event.statement,
        image: event.image,
      };
      return { ...state, profile };
    }
    case "remove-profile":
      return { ...state, profile: null };
    case "watcher-remove-profile":
      return { profile: null, suspended: true };
    case "watcher-restore-profile":
      return { ...state, suspended: false };
    case "update-statement": {
      const profile = { ...profileOf(state, entry), statement: event.statement };
      return { ...state, profile };
    }
    case "update-profile-image-url":
      return { ...state, profile: { ...profileOf(state, entry), image: event.image } };
    default:
      return state;
  }
}

function profileOf({ profile }: PersonState, { event, txId }: ChainEntry): ProfileState {
  if (profile === null)
    throw new FoldError(`${event.topic} in ${txId} changes what does not exist`);
  return profile;
}
