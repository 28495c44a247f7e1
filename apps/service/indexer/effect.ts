/** What indexing blocks changed, for those who watch. */
export interface Effect {
  principals: Set<string>;
  endorsements: Set<number>;
  organizations: Set<number>;
}

export function noEffect(): Effect {
  return { principals: new Set(), endorsements: new Set(), organizations: new Set() };
}
