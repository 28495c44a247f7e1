import { Cl, type ClarityValue } from "@stacks/transactions";
import { err, OK, type Words } from "./arguments.ts";

// A model of the contracts' rules, small enough to be read at one go. People and names are numbers:
// person 0 is the organization's admin, person 1 may represent it at first, and each of the first
// three people starts with the name and profile of their number. The last person is a watcher.

export const PEOPLE = 4;
export const NAMES = 3;
export const WATCHER = PEOPLE - 1;

/** In whose place the caller of an action stands: often one of an endorsement's two sides. */
export type Side = "sender" | "receiver" | "anybody";

export type Action =
  | { act: "register"; own: boolean; caller: number; name: number }
  | { act: "leave"; caller: number }
  | { act: "expel"; caller: number; who: number }
  | { act: "moveName"; name: number; to: number }
  | { act: "expireName"; name: number; expired: boolean }
  | { act: "represent"; caller: number; who: number; begins: boolean }
  | { act: "submit"; caller: number; sender: number; receiver: number; words: number; org: boolean }
  | { act: "edit"; side: Side; caller: number; endorsement: number; words: number }
  | { act: "approve"; side: Side; caller: number; endorsement: number }
  | { act: "burn"; side: Side; caller: number; endorsement: number }
  | { act: "show"; side: Side; caller: number; endorsement: number; shown: boolean }
  | { act: "transfer"; caller: number; endorsement: number; to: number }
  | { act: "mint"; caller: number; endorsement: number; to: number };

export type ModelEndorsement = {
  sender: number;
  receiver: number;
  org: boolean;
  words: number;
  draft: { words: number; accepted: boolean } | null;
  revision: number;
  status: "pending" | "approved" | "burned";
  shown: boolean;
};

export type Model = {
  nameOwners: number[];
  expired: boolean[];
  /** The name of each person's profile. */
  profiles: Map<number, number>;
  representatives: Set<number>;
  endorsements: ModelEndorsement[];
};

export function newModel(): Model {
  return {
    nameOwners: [0, 1, 2],
    expired: [false, false, false],
    profiles: new Map([0, 1, 2].map((person) => [person, person])),
    representatives: new Set([1]),
    endorsements: [],
  };
}

/** The words that a number stands for; different numbers differ in one part. */
export function wordsOf(words: number): Words {
  return {
    title: words === 1 ? "Another title" : "A title",
    description: words === 2 ? "Other words" : "Words",
    image: words === 3 ? "ipfs://another" : "ipfs://image",
  };
}

/** The words that approval would mint now, if the sender stands by any. */
export function acceptedWords({ words, draft }: ModelEndorsement): number | null {
  if (draft === null) return words;
  return draft.accepted ? draft.words : null;
}

/**
 * The action with its aims made to fit: an endorsement that exists, if there is any; the caller that
 * its side stands for; the owner of the name that is to be registered; a representative of the
 * organization that is to send.
 */
export function aim(model: Model, action: Action): Action {
  if (action.act === "register" && action.own) {
    return { ...action, caller: model.nameOwners[action.name] ?? action.caller };
  }
  if (action.act === "submit" && action.org && action.sender === action.caller) {
    const [member = action.caller] = model.representatives;
    return { ...action, caller: member, sender: member };
  }
  if (!("endorsement" in action) || model.endorsements.length === 0) return action;
  const index = action.endorsement % model.endorsements.length;
  const endorsement = model.endorsements[index];
  if (endorsement === undefined || !("side" in action) || action.side === "anybody") {
    return { ...action, endorsement: index };
  }
  return { ...action, endorsement: index, caller: endorsement[action.side] };
}

/**
 * Applies an action to the model.
 * @param firstId the id that the first endorsement of this model has on the chain
 * @returns what the contract should answer
 */
export function step(model: Model, action: Action, firstId: number): ClarityValue {
  const { profiles, nameOwners, representatives, endorsements } = model;
  switch (action.act) {
    case "register": {
      if (nameOwners[action.name] !== action.caller) return err(1103);
      if (model.expired[action.name]) return err(1104);
      if (profiles.has(action.caller)) return err(1100);
      for (const [person, name] of profiles) if (name === action.name) profiles.delete(person);
      profiles.set(action.caller, action.name);
      return OK;
    }
    case "leave":
      return profiles.delete(action.caller) ? OK : err(1101);
    case "expel":
      if (action.caller !== WATCHER) return err(1001);
      return profiles.delete(action.who) ? OK : err(1101);
    case "moveName":
      nameOwners[action.name] = action.to;
      return OK;
    case "expireName":
      model.expired[action.name] = action.expired;
      return OK;
    case "represent":
      if (action.caller !== 0) return err(1202);
      if (action.begins && representatives.has(action.who)) return err(1204);
      if (!action.begins) return representatives.delete(action.who) ? OK : err(1203);
      representatives.add(action.who);
      return OK;
    case "submit": {
      const { caller, sender, receiver, words, org } = action;
      if (org && !representatives.has(caller)) return err(1203);
      if (sender !== caller) return err(1301);
      if (sender === receiver) return err(1302);
      if (!profiles.has(sender)) return err(1101);
      if (!profiles.has(receiver)) return err(1303);
      const fresh = { draft: null, revision: 1, status: "pending", shown: true } as const;
      endorsements.push({ sender, receiver, org, words, ...fresh });
      return Cl.ok(Cl.uint(firstId + endorsements.length - 1));
    }
    case "edit":
      return stepEdit(model, action);
    case "approve":
    case "burn": {
      const endorsement = endorsements[action.endorsement];
      if (endorsement === undefined) return err(1300);
      if (endorsement.status !== "pending") return err(1307);
      if (action.caller !== endorsement.receiver) return err(1306);
      if (action.act === "burn") {
        endorsement.status = "burned";
        return OK;
      }
      const words = acceptedWords(endorsement);
      if (words === null) return err(1309);
      Object.assign(endorsement, { words, draft: null, status: "approved" });
      return OK;
    }
    case "show": {
      const endorsement = endorsements[action.endorsement];
      if (endorsement === undefined) return err(1300);
      if (action.caller !== endorsement.receiver) return err(1306);
      if (endorsement.status !== "approved") return err(1308);
      endorsement.shown = action.shown;
      return OK;
    }
    case "transfer":
      return err(2002);
    case "mint":
      return err(2001);
  }
}

function stepEdit(model: Model, action: Extract<Action, { act: "edit" }>): ClarityValue {
  const endorsement = model.endorsements[action.endorsement];
  if (endorsement === undefined) return err(1300);
  if (endorsement.status !== "pending") return err(1307);
  const { sender, receiver, org, draft } = endorsement;
  if (action.caller !== sender && action.caller !== receiver) return err(1305);
  const bySender = action.caller === sender;
  if (bySender && org && !model.representatives.has(sender)) return err(1203);
  if (draft?.accepted) endorsement.words = draft.words;
  endorsement.draft = { words: action.words, accepted: bySender };
  endorsement.revision += 1;
  return Cl.ok(Cl.uint(endorsement.revision));
}
