/** How much a database holds. */
export interface Size {
  profiles: number;
  endorsements: number;
  follows: number;
  organizations: number;
}

/** What the budget table speaks of. */
export const fullSize: Size = {
  profiles: 100_000,
  endorsements: 1_000_000,
  follows: 2_000_000,
  organizations: 200,
};

/** A tenth of it, so that a run ends in a few minutes. */
export const usualSize: Size = {
  profiles: 10_000,
  endorsements: 100_000,
  follows: 200_000,
  organizations: 20,
};

/** What the big one must be nearly as fast as. */
export const smallSize: Size = {
  profiles: 1_000,
  endorsements: 10_000,
  follows: 20_000,
  organizations: 5,
};

/** Few enough for every row to be compared with what the indexer writes. */
export const sampleSize: Size = {
  profiles: 130,
  endorsements: 450,
  follows: 300,
  organizations: 4,
};

/** `100000 profiles, 1000000 endorsements, 2000000 follows`. */
export function describeSize({ profiles, endorsements, follows }: Size): string {
  return `${profiles} profiles, ${endorsements} endorsements, ${follows} follows`;
}
