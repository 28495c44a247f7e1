export interface Words {
  title: string;
  description: string;
  image: string;
}

export interface WorldEndorsement {
  id: number;
  sender: string;
  receiver: string;
  words: Words;
  draft: (Words & { accepted: boolean }) | null;
  revision: number;
  org: { id: number; name: string } | null;
  status: "pending" | "approved" | "rejected";
  shown: boolean;
}

interface WorldOrganization {
  id: number;
  name: string;
  admin: string;
  representatives: string[];
}

/**
 * The contract's rules once more, in the plainest form: it makes up what people may do next, and is what an
 * index is compared with that saw the same blocks.
 */
export interface World {
  profiles: Map<string, { name: string; statement: string | null; image: string }>;
  endorsements: Map<number, WorldEndorsement>;
  organizations: Map<number, WorldOrganization>;
  isWatched: boolean;
}

export function newWorld(): World {
  return {
    profiles: new Map(),
    endorsements: new Map(),
    organizations: new Map(),
    isWatched: false,
  };
}

/** A source of random numbers that gives the same ones for the same seed. */
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

/** One of some; undefined where there is none. */
export function pick<Item>(items: readonly Item[], random: Random): Item | undefined {
  return items.length === 0 ? undefined : items[random(items.length)];
}
