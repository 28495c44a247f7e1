import { categoryOf, unknownCategory } from "@colonnade/domain/category.ts";
import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { isBlank } from "@colonnade/domain/hidden-text.ts";
import {
  endorsementsIn,
  hashOf,
  standingWordsOf,
  type Words,
  type World,
  type WorldEndorsement,
} from "./world.ts";

type Text = Pick<Endorsement, "title" | "endorsement" | "milestoneURI">;
const textOf = ({ title, endorsement, milestoneURI }: Text) => [title, endorsement, milestoneURI];
const wordsOf = ({ title, description, image }: Words) => [title, description, image];

/** What an answer shows of an endorsement, to compare with `expectedOf`. */
export function shownOf(endorsement: Endorsement) {
  const { draft, suggestion, withdrawn, organization } = endorsement;
  const { column_sender, column_receiver } = endorsement;
  return {
    id: endorsement.id,
    approved: endorsement.approved,
    shown: endorsement.shown,
    words: textOf(endorsement),
    draft: draft && textOf(draft),
    suggestion: suggestion && [suggestion.by, ...textOf(suggestion)],
    withdrawn: withdrawn && [withdrawn.by, withdrawn.reason],
    blank: endorsement.blank,
    category: endorsement.category,
    signedHeight: endorsement.signedHeight,
    wordsHash: endorsement.wordsHash,
    senderIssued: endorsement.senderIssued,
    organization: [organization?.id, organization?.name, organization?.open],
    sender: [column_sender.address, column_sender.bns_name, column_sender.suspended],
    receiver: [column_receiver.address, column_receiver.bns_name, column_receiver.suspended],
  };
}

/** What every answer has to show of an endorsement that is served. */
export function expectedOf(
  endorsement: WorldEndorsement,
  world: World,
): ReturnType<typeof shownOf> {
  const { id, status, shown, org, sender, receiver } = endorsement;
  const standing = standingWordsOf(endorsement);
  const person = (address: string) => [
    address,
    world.profiles.get(address)?.name ?? "",
    world.suspended.has(address) || undefined,
  ];
  const issued = endorsementsIn(world, "approved").filter((each) => each.sender === sender);
  return {
    id,
    approved: status === "approved",
    shown,
    ...(isHeld(endorsement, world) ? heldWords : servedWords(endorsement, world)),
    signedHeight: standing.height,
    wordsHash: hashOf(endorsement),
    senderIssued: issued.length,
    organization: [org?.id, org?.name, world.organizations.get(org?.id ?? 0)?.open],
    sender: person(sender),
    receiver: person(receiver),
  };
}

/** What a suspended person left waiting has no words. */
const heldWords = {
  words: ["", "", ""],
  draft: undefined,
  suggestion: undefined,
  withdrawn: undefined,
  blank: undefined,
  category: unknownCategory.name,
};

function servedWords(endorsement: WorldEndorsement, world: World) {
  const { words, draft, withdrawn, receiver } = endorsement;
  const suggestion = servedSuggestion(endorsement, world);
  const standing = standingWordsOf(endorsement);
  return {
    words: wordsOf(words),
    draft: draft === null ? undefined : wordsOf(draft),
    suggestion: suggestion === null ? undefined : [receiver, ...wordsOf(suggestion)],
    withdrawn: withdrawn === null ? undefined : [withdrawn.by, servedReason(withdrawn, world)],
    blank: isBlank(standing.title) || isBlank(standing.description) || undefined,
    category: categoryOf(standing.image).name,
  };
}

/** Whether it waits while its sender is suspended. */
export function isHeld({ status, sender }: WorldEndorsement, { suspended }: World): boolean {
  return status === "pending" && suspended.has(sender);
}

/** Whether it waits or has a token. Anything else is served to its sender alone, or to nobody. */
export function isServed({ status, withdrawn }: WorldEndorsement): boolean {
  return status === "pending" || isEarned({ status, withdrawn });
}

/** Whether it has a token: it is approved, or was withdrawn after that. */
export function isEarned({
  status,
  withdrawn,
}: Pick<WorldEndorsement, "status" | "withdrawn">): boolean {
  return status === "approved" || (status === "withdrawn" && withdrawn !== null);
}

/** What the receiver suggests, unless they are suspended. */
export function servedSuggestion(
  { receiver, suggestion }: WorldEndorsement,
  world: World,
): Words | null {
  return world.suspended.has(receiver) ? null : suggestion;
}

/** Why it was withdrawn, unless who withdrew it is suspended. */
export function servedReason(
  { by, reason }: NonNullable<WorldEndorsement["withdrawn"]>,
  world: World,
): string | null {
  return world.suspended.has(by) ? null : reason;
}
