/**
 * The first part of the keys of these queries. Sent transactions and the stream of changes refresh all queries whose
 * keys begin with it.
 */
export const queryKeys = {
  application: ["application"],
  endorsement: ["endorsement"],
  organization: ["organization"],
  profile: ["profile"],
  report: ["report"],
} as const;

/** The key of a principal's profile. */
export const wholeProfileKey = (principal: string) =>
  [...queryKeys.profile, "whole", principal] as const;

/** The key of what waits for a principal. */
export const inboxKey = (principal: string) => ["inbox", principal] as const;

/** The key of the list of those whom a principal blocks. */
export const blockedKey = (principal: string) => ["blocked", principal] as const;

/** The key of a principal's events. */
export const eventsKey = (principal: string) => ["events", principal] as const;
