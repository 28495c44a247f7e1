import { type Model, type ModelOrganization, type OrganizationAction, WATCHER } from "./state.ts";

/** Somebody with the right to an action, if there is one. */
export function findCaller(
  { admin, members, invited, proposed, replacement }: ModelOrganization,
  act: Exclude<OrganizationAction["act"], "wait">,
): number | undefined {
  switch (act) {
    case "accept":
    case "decline":
      return invited[0];
    case "resign":
      return members[0];
    case "replaceAdmin":
      return WATCHER;
    case "acceptAdmin":
    case "declineAdmin":
      return proposed ?? replacement?.who;
    default:
      return admin;
  }
}

/**
 * Applies an action to the organization.
 * @returns the error code, or null
 */
export function stepOrganization(model: Model, action: OrganizationAction): number | null {
  const { organization } = model;
  switch (action.act) {
    case "accept":
    case "decline":
    case "resign":
      return stepMember(model, action);
    case "invite":
    case "remove":
    case "proposeAdmin":
      return stepAdmin(model, action);
    case "refuse":
      return stepRefuse(model, action.caller);
    case "wait":
      if (organization.replacement) organization.replacement.isDue = true;
      return null;
    case "replaceAdmin":
      if (action.caller !== WATCHER) return 1001;
      organization.replacement =
        action.who === organization.admin ? null : { who: action.who, isDue: false };
      return null;
    case "acceptAdmin":
      return stepAcceptAdmin(model, action.caller);
    case "declineAdmin":
      return stepDeclineAdmin(model, action.caller);
    case "close":
      return stepClose(model, action.caller);
  }
}

type ActionOf<Act extends OrganizationAction["act"]> = Extract<OrganizationAction, { act: Act }>;

function stepMember(
  { organization, suspended }: Model,
  { act, caller }: ActionOf<"accept" | "decline" | "resign">,
): number | null {
  const { admin, open, members, invited } = organization;
  if (act === "resign") {
    if (caller === admin) return 1208;
    return remove(members, caller) ? null : 1203;
  }
  if (act === "accept") {
    if (suspended.has(caller)) return 1004;
    if (!open) return 1206;
  }
  if (!remove(invited, caller)) return 1207;
  if (act === "accept") members.push(caller);
  return null;
}

function stepAdmin(
  model: Model,
  { act, caller, who }: ActionOf<"invite" | "remove" | "proposeAdmin">,
): number | null {
  const { organization, suspended } = model;
  const { admin, members, invited } = organization;
  if (caller !== admin) return 1202;
  if (suspended.has(caller)) return 1004;
  if (act === "remove") return remove(members, who) || remove(invited, who) ? null : 1203;
  if (act === "invite") return stepInvite(model, who);
  if (who !== admin && isBlocked(model, who)) return 1310;
  organization.proposed = who === admin ? null : who;
  return null;
}

function stepInvite(model: Model, who: number): number | null {
  const { admin, open, members, invited } = model.organization;
  if (!open) return 1206;
  if ([admin, ...members, ...invited].includes(who)) return 1204;
  if (isBlocked(model, who)) return 1310;
  invited.push(who);
  return null;
}

/** Whether somebody has blocked the organization or its admin. */
function isBlocked({ organization, blockedOrganization, blockedSenders }: Model, who: number) {
  return blockedOrganization.has(who) || blockedSenders.has(`${who} ${organization.admin}`);
}

function stepDeclineAdmin({ organization }: Model, caller: number): number | null {
  const { proposed, replacement } = organization;
  if (proposed !== caller && replacement?.who !== caller) return 1209;
  if (proposed === caller) organization.proposed = null;
  if (replacement?.who === caller) organization.replacement = null;
  return null;
}

function stepRefuse({ organization }: Model, caller: number): number | null {
  if (organization.replacement === null) return 1211;
  if (caller !== organization.admin) return 1202;
  organization.replacement = null;
  return null;
}

function stepClose({ organization, suspended }: Model, caller: number): number | null {
  if (caller !== WATCHER) {
    if (caller !== organization.admin) return 1202;
    if (suspended.has(caller)) return 1004;
  }
  if (!organization.open) return 1206;
  organization.open = false;
  return null;
}

function stepAcceptAdmin({ organization, suspended }: Model, caller: number): number | null {
  const { proposed, replacement, members, invited } = organization;
  if (suspended.has(caller)) return 1004;
  if (proposed !== caller) {
    if (replacement?.who !== caller) return 1209;
    if (!replacement.isDue) return 1210;
  }
  remove(members, caller);
  remove(invited, caller);
  Object.assign(organization, { admin: caller, proposed: null, replacement: null });
  return null;
}

/** @returns whether the list had it */
function remove(list: number[], person: number): boolean {
  const place = list.indexOf(person);
  if (place !== -1) list.splice(place, 1);
  return place !== -1;
}
