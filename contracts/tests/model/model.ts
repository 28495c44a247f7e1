import { Cl, type ClarityValue } from "@stacks/transactions";
import { err, OK, type Words } from "../arguments.ts";
import { stepEndorsement } from "./endorsement.ts";
import { findCaller, stepOrganization } from "./organization.ts";
import { type Action, type Model, type ProfileAction, type Side, WATCHER } from "./state.ts";

/** The words for a number. Different numbers give words that differ in one part. */
export function wordsOf(words: number): Words {
  return {
    title: words === 1 ? "Another title" : "A title",
    description: words === 2 ? "Other words" : "Words",
    image: words === 3 ? "ipfs://another" : "ipfs://image",
  };
}

/**
 * Makes a random action likely to succeed. It gets an endorsement that exists, if there is one, and the caller that
 * its side names. A registration gets the name's owner, a submission in the organization's name its admin, and what is
 * done to the organization somebody who may do it.
 */
export function aim(model: Model, action: Action): Action {
  if ("side" in action) return aimAtEndorsement(model, action);
  if ("aimed" in action) return aimAtOrganization(model, action);
  switch (action.act) {
    case "register": {
      const owner = action.own ? model.nameOwners[action.name] : undefined;
      return { ...action, caller: owner ?? action.caller };
    }
    case "submit": {
      const { admin } = model.organization;
      const isOwn = action.org && action.sender === action.caller;
      return isOwn ? { ...action, caller: admin, sender: admin } : action;
    }
    case "transfer":
    case "mint":
      return { ...action, endorsement: existing(model, action.endorsement) };
    case "burnMany": {
      const ids = action.ids.map((id) => existing(model, id));
      const [first = 0] = ids;
      return { ...action, ids, caller: model.endorsements[first]?.receiver ?? action.caller };
    }
    default:
      return action;
  }
}

function aimAtOrganization(
  { organization }: Model,
  action: Extract<Action, { aimed: boolean }>,
): Action {
  const found = action.aimed ? findCaller(organization, action.act) : undefined;
  return { ...action, caller: found ?? action.caller };
}

function aimAtEndorsement(model: Model, action: Extract<Action, { side: Side }>): Action {
  const { side } = action;
  const endorsement = existing(model, action.endorsement);
  const found = model.endorsements[endorsement];
  if (found === undefined || side === "anybody") return { ...action, endorsement };
  return { ...action, endorsement, caller: found[side] };
}

function existing({ endorsements }: Model, endorsement: number): number {
  return endorsements.length === 0 ? endorsement : endorsement % endorsements.length;
}

/**
 * Applies an action to the model.
 * @param firstId the id that the first endorsement of this model has on the chain
 * @returns what the contract should return
 */
export function step(model: Model, action: Action, firstId: number): ClarityValue {
  switch (action.act) {
    case "register":
    case "leave":
    case "suspend":
    case "restore":
    case "moveName":
    case "expireName":
      return resultOf(stepProfile(model, action));
    case "transfer":
      return err(2002);
    case "mint":
      return err(2001);
    case "submit": {
      const refusal = stepEndorsement(model, action);
      return refusal === null
        ? Cl.ok(Cl.uint(firstId + model.endorsements.length - 1))
        : err(refusal);
    }
    case "edit":
    case "approve":
    case "burn":
    case "burnMany":
    case "withdraw":
    case "discard":
    case "show":
    case "blockSender":
    case "blockOrganization":
      return resultOf(stepEndorsement(model, action));
    default:
      return resultOf(stepOrganization(model, action));
  }
}

const resultOf = (refusal: number | null) => (refusal === null ? OK : err(refusal));

/** @returns the error code, or null */
function stepProfile(model: Model, action: ProfileAction): number | null {
  const { profiles, suspended } = model;
  switch (action.act) {
    case "register":
      return stepRegister(model, action);
    case "leave":
      return profiles.delete(action.caller) ? null : 1101;
    case "suspend":
      if (action.caller !== WATCHER) return 1001;
      if (suspended.has(action.who)) return 1005;
      suspended.add(action.who);
      profiles.delete(action.who);
      return null;
    case "restore":
      if (action.caller !== WATCHER) return 1001;
      return suspended.delete(action.who) ? null : 1006;
    case "moveName":
      model.nameOwners[action.name] = action.to;
      return null;
    case "expireName":
      model.expired[action.name] = action.expired;
      return null;
  }
}

function stepRegister(
  { profiles, suspended, nameOwners, expired }: Model,
  { caller, name }: Extract<Action, { act: "register" }>,
): number | null {
  if (suspended.has(caller)) return 1004;
  if (nameOwners[name] !== caller) return 1103;
  if (expired[name]) return 1104;
  if (profiles.has(caller)) return 1100;
  for (const [person, held] of profiles) if (held === name) profiles.delete(person);
  profiles.set(caller, name);
  return null;
}
