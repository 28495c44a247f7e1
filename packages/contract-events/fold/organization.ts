import { type ChainEntry, existing } from "./chain-entry.ts";

/** The state of an organization on the chain. */
export interface OrganizationState {
  id: number;
  admin: string;
  /** Fixed when it was admitted. */
  name: string;
  logo: string;
  description: string;
  website: string;
  /** False once it is closed: nobody sends or approves in its name any more. */
  open: boolean;
  /** Who represents it beside the admin, in the order they accepted. */
  members: string[];
  /** Who is invited to represent it, in the order they were invited. */
  invited: string[];
  /** Whom the present admin proposed as the next one. */
  proposedAdmin: string | null;
  /** Whom a watcher proposed as the next admin, and the burn block height from which they may accept. */
  replacement: { admin: string; from: number } | null;
}

/**
 * Folds one event onto an organization.
 * @param state null before it was created
 * @throws FoldError if its creation is missing
 */
export function foldOrganization(
  state: OrganizationState | null,
  entry: ChainEntry,
): OrganizationState | null {
  const { event } = entry;
  switch (event.topic) {
    case "watcher-new-organization": {
      const { id, admin, name, logo, description, website, invited } = event;
      const nobody = { members: [], proposedAdmin: null, replacement: null };
      return { id, admin, name, logo, description, website, invited, open: true, ...nobody };
    }
    case "add-representative": {
      const known = existing(state, entry);
      return { ...known, invited: [...known.invited, event.representative] };
    }
    case "accept-representation": {
      const known = existing(state, entry);
      const members = [...known.members, event.representative];
      return { ...known, members, invited: without(known.invited, event.representative) };
    }
    case "decline-representation":
    case "resign-representation":
    case "remove-representative":
      return unseat(existing(state, entry), event.representative);
    case "propose-admin": {
      const known = existing(state, entry);
      return { ...known, proposedAdmin: event.admin === known.admin ? null : event.admin };
    }
    case "watcher-replace-admin": {
      const known = existing(state, entry);
      const { admin, from } = event;
      return { ...known, replacement: admin === known.admin ? null : { admin, from } };
    }
    case "refuse-replacement":
      return { ...existing(state, entry), replacement: null };
    case "accept-admin": {
      const known = unseat(existing(state, entry), event.admin);
      return { ...known, admin: event.admin, proposedAdmin: null, replacement: null };
    }
    case "decline-admin": {
      const known = existing(state, entry);
      const { proposedAdmin, replacement } = known;
      return {
        ...known,
        proposedAdmin: proposedAdmin === event.admin ? null : proposedAdmin,
        replacement: replacement?.admin === event.admin ? null : replacement,
      };
    }
    case "close-organization":
      return { ...existing(state, entry), open: false };
    default:
      return state;
  }
}

/** The organization without a principal among its members and invitations. */
function unseat(state: OrganizationState, principal: string): OrganizationState {
  const members = without(state.members, principal);
  return { ...state, members, invited: without(state.invited, principal) };
}

function without(principals: readonly string[], principal: string): string[] {
  return principals.filter((one) => one !== principal);
}
