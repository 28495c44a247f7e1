import * as z from "zod/mini";
import { principalSchema, shortenPrincipal } from "./principal.ts";

const profileStatuses = ["PENDING", "CONFIRMED"] as const;

/**
 * A person in lists and beside endorsements.
 * `bns_name` and `bns` are empty if the profile was removed or is not confirmed yet.
 */
export const profileBriefSchema = z.object({
  address: principalSchema,
  bns_name: z.string(),
  bns: z.string(),
  profileImageUrl: z.string(),
  /** Set if a watcher suspended the person. */
  suspended: z.optional(z.literal(true)),
});
export type ProfileBrief = z.infer<typeof profileBriefSchema>;

/** A profile as a card in the directory. */
export const profileCardSchema = z.extend(profileBriefSchema, {
  statement: z.nullable(z.string()),
  status: z.enum(profileStatuses),
  /** The number of approved endorsements that were earned and are shown. */
  earned: z.int().check(z.nonnegative()),
  /** The number of approved endorsements issued. */
  issued: z.int().check(z.nonnegative()),
});
export type ProfileCard = z.infer<typeof profileCardSchema>;

/** `alice.btc`, or an empty string if the principal has no profile. */
export function displayName(profile: Pick<ProfileBrief, "bns_name" | "bns">): string {
  return profile.bns_name === "" ? "" : `${profile.bns_name}.${profile.bns}`;
}

/** `alice.btc`, or `ST1SJ…8YPD5` if no name is known. */
export function nameOrAddress(profile: Pick<ProfileBrief, "address" | "bns_name" | "bns">): string {
  return displayName(profile) || shortenPrincipal(profile.address);
}
