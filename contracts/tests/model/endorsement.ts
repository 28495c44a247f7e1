import { type EndorsementAction, type Model, type ModelEndorsement, represents } from "./state.ts";

type ActionOf<Act extends EndorsementAction["act"]> = EndorsementAction & { act: Act };

/**
 * Applies an action to the endorsements.
 * @returns the error code, or null
 */
export function stepEndorsement(model: Model, action: EndorsementAction): number | null {
  switch (action.act) {
    case "submit":
      return stepSubmit(model, action);
    case "burnMany":
      return stepBurnMany(model, action);
    case "blockSender": {
      const pair = `${action.caller} ${action.who}`;
      return stepBlock(model.blockedSenders, pair, action.blocks);
    }
    case "blockOrganization":
      return stepBlock(model.blockedOrganization, action.caller, action.blocks);
    default: {
      const endorsement = model.endorsements[action.endorsement];
      return endorsement === undefined ? 1300 : stepExisting(model, endorsement, action);
    }
  }
}

function stepExisting(
  model: Model,
  endorsement: ModelEndorsement,
  action: Extract<EndorsementAction, { endorsement: number }>,
): number | null {
  const isReceiver = action.caller === endorsement.receiver;
  switch (action.act) {
    case "edit":
      return stepEdit(model, endorsement, action);
    case "approve":
      return stepApprove(model, endorsement, action.caller);
    case "burn":
      return stepBurn(endorsement, action.caller);
    case "withdraw":
      return stepWithdraw(model, endorsement, action.caller);
    case "discard":
      if (!isReceiver) return 1306;
      if (!endorsement.earned || endorsement.status === "discarded") return 1314;
      endorsement.status = "discarded";
      return null;
    case "show":
      if (!isReceiver) return 1306;
      if (!endorsement.earned || endorsement.status === "discarded") return 1308;
      endorsement.shown = action.shown;
      return null;
  }
}

function stepSubmit(model: Model, action: ActionOf<"submit">): number | null {
  const { profiles, suspended, endorsements, organization } = model;
  const { caller, sender, receiver, words, org } = action;
  if (org && !represents(model, caller)) return 1203;
  if (org && !organization.open) return 1206;
  if (sender !== caller) return 1301;
  if (sender === receiver) return 1302;
  if (suspended.has(sender)) return 1004;
  if (!profiles.has(sender)) return 1101;
  if (!profiles.has(receiver)) return 1303;
  if (isBlocked(model, action)) return 1310;
  if (countWaiting(model, action) === 3) return 1311;
  const fresh = { suggestion: null, status: "pending", earned: false, shown: true } as const;
  endorsements.push({ sender, receiver, org, words, ...fresh });
  return null;
}

type Way = Pick<ModelEndorsement, "sender" | "receiver" | "org">;

function isBlocked(
  { blockedSenders, blockedOrganization }: Model,
  { sender, receiver, org }: Way,
): boolean {
  return blockedSenders.has(`${receiver} ${sender}`) || (org && blockedOrganization.has(receiver));
}

/** How many endorsements of a sender wait for a receiver, with or without the organization. */
export function countWaiting({ endorsements }: Model, way: Way): number {
  return endorsements.filter(
    ({ sender, receiver, org, status }) =>
      status === "pending" && sender === way.sender && receiver === way.receiver && org === way.org,
  ).length;
}

function stepEdit(
  model: Model,
  endorsement: ModelEndorsement,
  { caller, words }: ActionOf<"edit">,
): number | null {
  const { sender, receiver, org, status } = endorsement;
  if (status !== "pending") return 1307;
  if (caller !== sender && caller !== receiver) return 1305;
  if (model.suspended.has(caller)) return 1004;
  if (caller === receiver) {
    endorsement.suggestion = words === endorsement.words ? null : words;
    return null;
  }
  if (org && !represents(model, sender)) return 1203;
  if (org && !model.organization.open) return 1206;
  if (isBlocked(model, endorsement)) return 1310;
  Object.assign(endorsement, { words, suggestion: null });
  return null;
}

function stepApprove(
  { suspended, organization }: Model,
  endorsement: ModelEndorsement,
  caller: number,
): number | null {
  const refusal = refusalToDecide(endorsement, caller);
  if (refusal !== null) return refusal;
  if (suspended.has(caller)) return 1004;
  if (suspended.has(endorsement.sender)) return 1312;
  if (endorsement.org && !organization.open) return 1206;
  Object.assign(endorsement, { suggestion: null, status: "approved", earned: true });
  return null;
}

function stepBurn(endorsement: ModelEndorsement, caller: number): number | null {
  const refusal = refusalToDecide(endorsement, caller);
  if (refusal === null) Object.assign(endorsement, { suggestion: null, status: "burned" });
  return refusal;
}

function refusalToDecide({ status, receiver }: ModelEndorsement, caller: number): number | null {
  if (status !== "pending") return 1307;
  return caller === receiver ? null : 1306;
}

/** All of them or none. */
function stepBurnMany(
  { endorsements }: Model,
  { caller, ids }: ActionOf<"burnMany">,
): number | null {
  const burned = endorsements.map((endorsement) => ({ ...endorsement }));
  for (const id of ids) {
    const endorsement = burned[id];
    const refusal = endorsement === undefined ? 1300 : stepBurn(endorsement, caller);
    if (refusal !== null) return refusal;
  }
  endorsements.splice(0, endorsements.length, ...burned);
  return null;
}

function stepWithdraw(model: Model, endorsement: ModelEndorsement, caller: number): number | null {
  const { status } = endorsement;
  if (status !== "pending" && status !== "approved") return 1307;
  if (!mayWithdraw(model, endorsement, caller)) return 1313;
  Object.assign(endorsement, { suggestion: null, status: "withdrawn" });
  return null;
}

function mayWithdraw(
  model: Model,
  { sender, org, status }: ModelEndorsement,
  caller: number,
): boolean {
  if (!org) return caller === sender;
  if (caller === model.organization.admin) return true;
  const isMember = represents(model, caller);
  return status === "pending" ? isMember || caller === sender : isMember && caller === sender;
}

function stepBlock<Key>(blocked: Set<Key>, key: Key, blocks: boolean): number | null {
  if (!blocks) return blocked.delete(key) ? null : 1316;
  if (blocked.has(key)) return 1315;
  blocked.add(key);
  return null;
}
