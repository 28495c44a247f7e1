import type { ContractEvent } from "@colonnade/contract-events/contract-event.ts";
import { limits } from "@colonnade/domain/limits.ts";
import { type Move, personAt, printing, withProfile } from "./move.ts";
import { people } from "./people.ts";
import { texts, wordsBy } from "./words.ts";
import {
  endorsementsIn,
  hashOf,
  pick,
  representativesOf,
  standingWordsOf,
  type World,
  type WorldEndorsement,
} from "./world.ts";

export const submit: Move = (world, random) => {
  const sender = pick(withProfile(world), random);
  const receiver = pick(withProfile(world), random);
  if (sender === undefined || receiver === undefined || sender === receiver) return null;
  const own = [...world.organizations.values()].filter(
    (organization) => organization.open && representativesOf(organization).includes(sender.address),
  );
  const organization = random(2) === 0 ? pick(own, random) : undefined;
  const org = organization === undefined ? null : { id: organization.id, name: organization.name };
  const { height, ...text } = wordsBy(random);
  const endorsement: WorldEndorsement = {
    id: world.endorsements.size + 1,
    sender: sender.address,
    receiver: receiver.address,
    words: { ...text, height },
    draft: null,
    suggestion: null,
    org,
    status: "pending",
    withdrawn: null,
    shown: true,
  };
  if (isBlocked(world, endorsement) || hasEnoughWaiting(world, endorsement)) return null;
  world.endorsements.set(endorsement.id, endorsement);
  return printing(sender, {
    topic: "submit-endorsement",
    id: endorsement.id,
    words: hashOf(endorsement),
    sender: sender.address,
    receiver: receiver.address,
    ...text,
    "block-height": height,
    org,
  });
};

/** The author writes other words, or accepts those that the receiver suggests. */
export const edit: Move = (world, random) => {
  const known = pick(endorsementsIn(world, "pending"), random);
  const author = personAt(known?.sender);
  if (known === undefined || author === undefined || !maySend(world, known)) return null;
  const words = { ...wordsBy(random), ...(random(2) === 0 ? known.suggestion : null) };
  const edited = { ...known, draft: words, suggestion: null };
  world.endorsements.set(known.id, edited);
  const { height: date, ...text } = words;
  return printing(author, {
    topic: "edit-endorsement",
    id: known.id,
    words: hashOf(edited),
    editor: author.address,
    ...text,
    date,
    suggested: false,
  });
};

/** The receiver suggests other words, or takes a suggestion back by suggesting what the author stands by. */
export const suggest: Move = (world, random) => {
  const known = pick(endorsementsIn(world, "pending"), random);
  const receiver = personAt(known?.receiver);
  if (known === undefined || receiver === undefined) return null;
  if (world.suspended.has(receiver.address)) return null;
  const standing = standingWordsOf(known);
  const words = { ...wordsBy(random), ...(random(3) === 0 ? standing : null) };
  const suggested =
    words.title !== standing.title ||
    words.description !== standing.description ||
    words.image !== standing.image;
  world.endorsements.set(known.id, { ...known, suggestion: suggested ? words : null });
  const { height: date, ...text } = words;
  return printing(receiver, {
    topic: "edit-endorsement",
    id: known.id,
    words: hashOf(known),
    editor: receiver.address,
    ...text,
    date,
    suggested,
  });
};

export const approve: Move = (world, random) => {
  const known = pick(endorsementsIn(world, "pending"), random);
  const receiver = personAt(known?.receiver);
  if (known === undefined || receiver === undefined || !isOpen(world, known)) return null;
  const { id, sender } = known;
  if (world.suspended.has(receiver.address) || world.suspended.has(sender)) return null;
  const words = standingWordsOf(known);
  const settled = { words, draft: null, suggestion: null };
  world.endorsements.set(id, { ...known, ...settled, status: "approved" });
  const { height: date, ...text } = words;
  return printing(receiver, {
    topic: "approve-endorsement",
    id,
    words: hashOf(known),
    sender,
    receiver: receiver.address,
    ...text,
    date,
  });
};

export const reject: Move = (world, random) => {
  const known = pick(endorsementsIn(world, "pending"), random);
  const receiver = personAt(known?.receiver);
  if (known === undefined || receiver === undefined) return null;
  world.endorsements.set(known.id, { ...known, suggestion: null, status: "rejected" });
  return printing(receiver, rejectionOf(known));
};

/** The receiver rejects several in one transaction: all that wait for them, or all but one. */
export const rejectSeveral: Move = (world, random) => {
  const receiver = pick(people, random);
  const waiting = endorsementsIn(world, "pending").filter(
    (each) => each.receiver === receiver?.address,
  );
  const rejected = waiting.slice(random(2)).slice(0, limits.rejectedAtOnce);
  if (receiver === undefined || rejected.length < 2) return null;
  for (const known of rejected) {
    world.endorsements.set(known.id, { ...known, suggestion: null, status: "rejected" });
  }
  return {
    sender: receiver,
    functionName: "burn-endorsements",
    events: rejected.map((known) => rejectionOf(known)),
  };
};

function rejectionOf(known: WorldEndorsement): ContractEvent {
  const { id, sender, receiver } = known;
  return { topic: "burn-endorsement", id, words: hashOf(known), sender, receiver };
}

export const withdraw: Move = (world, random) => {
  const earned = random(4) > 0;
  const known = pick(endorsementsIn(world, earned ? "approved" : "pending"), random);
  if (known === undefined) return null;
  const person = personAt(pick(thoseWhoMayWithdraw(world, known), random));
  if (person === undefined) return null;
  const by = person.address;
  const isSilent = random(4) === 0 || world.suspended.has(by);
  const reason = isSilent ? null : (pick(texts, random) ?? null);
  world.endorsements.set(known.id, {
    ...known,
    suggestion: null,
    status: "withdrawn",
    withdrawn: earned ? { by, reason } : null,
  });
  return printing(person, { topic: "withdraw-endorsement", id: known.id, by, reason, earned });
};

/** The receiver discards what they earned. */
export const discard: Move = (world, random) => {
  if (random(3) > 0) return null;
  const known = pick(earnedIn(world), random);
  const receiver = personAt(known?.receiver);
  if (known === undefined || receiver === undefined) return null;
  world.endorsements.set(known.id, { ...known, status: "discarded" });
  return printing(receiver, {
    topic: "discard-endorsement",
    id: known.id,
    sender: known.sender,
    receiver: receiver.address,
  });
};

export const display: Move = (world, random) => {
  const known = pick(earnedIn(world), random);
  const receiver = personAt(known?.receiver);
  if (known === undefined || receiver === undefined) return null;
  const shown = random(2) === 0;
  world.endorsements.set(known.id, { ...known, shown });
  return printing(receiver, { topic: "display-status", id: known.id, shown, by: known.receiver });
};

/** A receiver blocks a sender or an organization, or allows them again. */
export const block: Move = (world, random) => {
  const receiver = pick(people, random);
  const sender = pick(people, random);
  if (receiver === undefined || sender === undefined) return null;
  const principal = receiver.address;
  const organization = random(2) === 0 ? pick([...world.organizations.keys()], random) : undefined;
  const pair = `${principal} ${organization ?? sender.address}`;
  const isNew = !world.blocked.delete(pair);
  if (isNew) world.blocked.add(pair);
  if (organization === undefined) {
    const topic = isNew ? "block-sender" : "unblock-sender";
    return printing(receiver, { topic, principal, sender: sender.address });
  }
  const topic = isNew ? "block-organization" : "unblock-organization";
  return printing(receiver, { topic, principal, id: organization });
};

/** Those that have a token: approved, or withdrawn after that. */
function earnedIn(world: World): WorldEndorsement[] {
  const withdrawn = endorsementsIn(world, "withdrawn").filter((each) => each.withdrawn !== null);
  return [...endorsementsIn(world, "approved"), ...withdrawn];
}

function isBlocked({ blocked }: World, { sender, receiver, org }: WorldEndorsement): boolean {
  return blocked.has(`${receiver} ${sender}`) || blocked.has(`${receiver} ${org?.id}`);
}

function hasEnoughWaiting(world: World, { sender, receiver, org }: WorldEndorsement): boolean {
  const waiting = endorsementsIn(world, "pending").filter(
    (each) => each.sender === sender && each.receiver === receiver && each.org?.id === org?.id,
  );
  return waiting.length >= limits.waitingFromOneSender;
}

function isOpen(world: World, { org }: WorldEndorsement): boolean {
  return org === null || (world.organizations.get(org.id)?.open ?? false);
}

/** Whether the author may still write in this name to this receiver. */
function maySend(world: World, endorsement: WorldEndorsement): boolean {
  const { sender, org } = endorsement;
  const organization = org === null ? undefined : world.organizations.get(org.id);
  const represents = organization === undefined || representativesOf(organization).includes(sender);
  const isRefused = world.suspended.has(sender) || isBlocked(world, endorsement);
  return represents && isOpen(world, endorsement) && !isRefused;
}

function thoseWhoMayWithdraw(world: World, { sender, org, status }: WorldEndorsement): string[] {
  const organization = org === null ? undefined : world.organizations.get(org.id);
  if (organization === undefined) return [sender];
  const representatives = representativesOf(organization);
  if (status === "pending") return [sender, ...representatives];
  return representatives.includes(sender) ? [organization.admin, sender] : [organization.admin];
}
