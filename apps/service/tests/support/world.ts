import { createHash } from "node:crypto";

/** Words of an endorsement, and the height that dates them. */
export interface Words {
  title: string;
  description: string;
  image: string;
  height: number;
}

/** Who withdrew an approved endorsement, and why. */
interface WorldWithdrawal {
  by: string;
  reason: string | null;
}

export interface WorldEndorsement {
  id: number;
  sender: string;
  receiver: string;
  /** What was sent first; once approved, what was approved. */
  words: Words;
  draft: Words | null;
  suggestion: Words | null;
  org: { id: number; name: string } | null;
  status: "pending" | "approved" | "rejected" | "withdrawn" | "discarded";
  withdrawn: WorldWithdrawal | null;
  shown: boolean;
}

export interface WorldOrganization {
  id: number;
  name: string;
  admin: string;
  open: boolean;
  members: string[];
  invited: string[];
  proposedAdmin: string | null;
  /** Whom the watcher proposed as the next admin. */
  replacement: string | null;
}

/**
 * The state to which the contract's rules lead. The fork model chooses allowed moves by it, and compares it with an
 * index that saw the same blocks.
 */
export interface World {
  profiles: Map<string, { name: string; statement: string | null; image: string }>;
  suspended: Set<string>;
  endorsements: Map<number, WorldEndorsement>;
  organizations: Map<number, WorldOrganization>;
  /** Whom receivers block, as `{receiver} {sender}` or `{receiver} {organization}`. */
  blocked: Set<string>;
  isWatched: boolean;
}

export function newWorld(): World {
  return {
    profiles: new Map(),
    suspended: new Set(),
    endorsements: new Map(),
    organizations: new Map(),
    blocked: new Set(),
    isWatched: false,
  };
}

/** The endorsements with a status, oldest first. */
export function endorsementsIn(
  { endorsements }: World,
  wanted: WorldEndorsement["status"],
): WorldEndorsement[] {
  return [...endorsements.values()].filter(({ status }) => status === wanted);
}

/** What the author of an endorsement stands by. */
export function standingWordsOf({ words, draft }: WorldEndorsement): Words {
  return draft ?? words;
}

/** Who may send in an organization's name: its admin first. */
export function representativesOf({ admin, members }: WorldOrganization): string[] {
  return [admin, ...members];
}

/** Stands for the digest of an endorsement's words. */
export function hashOf(endorsement: WorldEndorsement): string {
  const { sender, org } = endorsement;
  const signed = JSON.stringify([sender, org?.name, standingWordsOf(endorsement)]);
  return `0x${createHash("sha256").update(signed).digest("hex")}`;
}

/** Random numbers, always the same for the same seed. */
export type Random = (below: number) => number;

export function randomOf(seed: number): Random {
  let state = seed | 0;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** A random item; undefined if there is none. */
export function pick<Item>(items: readonly Item[], random: Random): Item | undefined {
  return items.length === 0 ? undefined : items[random(items.length)];
}
