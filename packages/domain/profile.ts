import * as z from "zod/mini";
import { principalSchema, shortenPrincipal } from "./principal.ts";

const profileStatuses = ["PENDING", "CONFIRMED"] as const;

/**
 * A profile in brief: who somebody is, in lists and beside endorsements.
 * `bns_name` and `bns` are empty for a principal whose profile was removed, or is not confirmed yet.
 */
export const profileBriefSchema = z.object({
  address: principalSchema,
  bns_name: z.string(),
  bns: z.string(),
  profileImageUrl: z.string(),
});
export type ProfileBrief = z.infer<typeof profileBriefSchema>;

/** A profile as a card of the directory. */
export const profileCardSchema = z.extend(profileBriefSchema, {
  statement: z.nullable(z.string()),
  status: z.enum(profileStatuses),
  /** Approved endorsements earned and shown. */
  earned: z.int().check(z.nonnegative()),
  /** Approved endorsements issued. */
  issued: z.int().check(z.nonnegative()),
});
export type ProfileCard = z.infer<typeof profileCardSchema>;

/** `alice.btc`, or an empty text when the principal has no profile. */
export function displayName(profile: Pick<ProfileBrief, "bns_name" | "bns">): string {
  return profile.bns_name === "" ? "" : `${profile.bns_name}.${profile.bns}`;
}

/** What to call a principal: `alice.btc`, or `ST1SJ…8YPD5` where no name is known. */
export function callName(profile: Pick<ProfileBrief, "address" | "bns_name" | "bns">): string {
  return displayName(profile) || shortenPrincipal(profile.address);
}
