import { type ChainEntry, FoldError } from "./chain-entry.ts";

/** An organization as the chain has it. */
export interface OrganizationState {
  id: number;
  admin: string;
  name: string;
  logo: string;
  description: string;
  website: string;
  /** In the order they were added. */
  representatives: string[];
}

/** Folds one event onto an organization. */
export function foldOrganization(
  state: OrganizationState | null,
  entry: ChainEntry,
): OrganizationState | null {
  const { event } = entry;
  switch (event.topic) {
    case "watcher-new-organization": {
      const { id, admin, name, logo, description, website, representatives } = event;
      return { id, admin, name, logo, description, website, representatives };
    }
    case "add-representative": {
      const known = existing(state, entry);
      return { ...known, representatives: [...known.representatives, event.representative] };
    }
    case "remove-representative": {
      const known = existing(state, entry);
      const left = known.representatives.filter((principal) => principal !== event.representative);
      return { ...known, representatives: left };
    }
    default:
      return state;
  }
}

function existing(state: OrganizationState | null, entry: ChainEntry): OrganizationState {
  if (state === null) {
    throw new FoldError(`${entry.event.topic} in ${entry.txId} has no organization`);
  }
  return state;
}
