// A small model of the contracts' rules. People and names are numbers. Each of the first three people starts with the
// name and the profile of the same number. Person 0 is the organization's admin, and person 1 is a member of it at
// first. The last person is a watcher.

export const PEOPLE = 4;
export const NAMES = 3;
export const WATCHER = PEOPLE - 1;

/** The one organization of a model. */
export interface ModelOrganization {
  admin: number;
  open: boolean;
  members: number[];
  invited: number[];
  /** Whom the admin proposed as the next one. */
  proposed: number | null;
  /** Whom a watcher proposed, and whether the delay is over. */
  replacement: { who: number; isDue: boolean } | null;
}

/** Who calls: somebody with the right to it where there is one, or the action's own caller. */
type Aimed = { aimed: boolean; caller: number };

export type OrganizationAction =
  | ({ act: "invite" | "remove" | "proposeAdmin"; who: number } & Aimed)
  | ({ act: "replaceAdmin"; who: number } & Aimed)
  | ({ act: "accept" | "decline" | "resign" } & Aimed)
  | ({ act: "refuse" } & Aimed)
  | ({ act: "acceptAdmin" | "declineAdmin" } & Aimed)
  | ({ act: "close" } & Aimed)
  | { act: "wait" };

export interface ModelEndorsement {
  sender: number;
  receiver: number;
  org: boolean;
  /** What the author stands by. */
  words: number;
  suggestion: number | null;
  status: "pending" | "approved" | "burned" | "withdrawn" | "discarded";
  /** Whether it was approved once. */
  earned: boolean;
  shown: boolean;
}

/** Who calls: the sender or the receiver of the endorsement, or the action's own caller. */
export type Side = "sender" | "receiver" | "anybody";

type Sided = { side: Side; caller: number; endorsement: number };

export type EndorsementAction =
  | { act: "submit"; caller: number; sender: number; receiver: number; words: number; org: boolean }
  | ({ act: "edit"; words: number } & Sided)
  | ({ act: "approve" | "burn" | "withdraw" | "discard" } & Sided)
  | ({ act: "show"; shown: boolean } & Sided)
  | { act: "burnMany"; caller: number; ids: number[] }
  | { act: "blockSender"; caller: number; who: number; blocks: boolean }
  | { act: "blockOrganization"; caller: number; blocks: boolean };

export type ProfileAction =
  | { act: "register"; own: boolean; caller: number; name: number }
  | { act: "leave"; caller: number }
  | { act: "suspend" | "restore"; caller: number; who: number }
  | { act: "moveName"; name: number; to: number }
  | { act: "expireName"; name: number; expired: boolean };

/** What anybody tries to do to a token. It always fails. */
type TokenAction = { act: "transfer" | "mint"; caller: number; endorsement: number; to: number };

export type Action = ProfileAction | OrganizationAction | EndorsementAction | TokenAction;

export interface Model {
  nameOwners: number[];
  expired: boolean[];
  /** The name of each person's profile. */
  profiles: Map<number, number>;
  suspended: Set<number>;
  organization: ModelOrganization;
  endorsements: ModelEndorsement[];
  /** `{receiver} {sender}` */
  blockedSenders: Set<string>;
  /** The receivers who block the organization. */
  blockedOrganization: Set<number>;
}

export function newModel(): Model {
  return {
    nameOwners: [0, 1, 2],
    expired: [false, false, false],
    profiles: new Map([0, 1, 2].map((person) => [person, person])),
    suspended: new Set(),
    organization: {
      admin: 0,
      open: true,
      members: [1],
      invited: [],
      proposed: null,
      replacement: null,
    },
    endorsements: [],
    blockedSenders: new Set(),
    blockedOrganization: new Set(),
  };
}

/** Whether a person is the admin or a member. */
export function represents({ organization }: Model, person: number): boolean {
  return organization.admin === person || organization.members.includes(person);
}
