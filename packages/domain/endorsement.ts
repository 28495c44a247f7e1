import * as z from "zod/mini";
import { categoryNameSchema } from "./category.ts";
import { principalSchema, txIdSchema } from "./principal.ts";
import { profileBriefSchema } from "./profile.ts";

/** The organization a person endorsed as. */
export const organizationBriefSchema = z.object({
  id: z.int().check(z.positive()),
  name: z.string(),
  logoUrl: z.string(),
});
export type OrganizationBrief = z.infer<typeof organizationBriefSchema>;

/**
 * Newer words for a pending endorsement. `accepted` is true for the author's own words, which approval
 * will mint, and false for the receiver's suggestion, which blocks approval until the author answers.
 */
const draftSchema = z.object({
  title: z.string(),
  endorsement: z.string(),
  milestoneURI: z.string(),
  accepted: z.boolean(),
  editor: principalSchema,
});

/** An endorsement ("milestone" on the wire), pending or approved. A rejected one is gone. */
export const endorsementSchema = z.object({
  id: z.int().check(z.positive()),
  approved: z.boolean(),
  /** Whether the receiver shows an approved endorsement on the profile. */
  shown: z.boolean(),
  title: z.string(),
  endorsement: z.string(),
  milestoneURI: z.string(),
  category: categoryNameSchema,
  /** When the block that brought the endorsement was mined: ISO 8601, UTC. */
  date: z.iso.datetime(),
  /** The revision that its pending asset stands for: what a post-condition must name. */
  revision: z.int().check(z.positive()),
  /** The transaction that submitted it. */
  txId: txIdSchema,
  draft: z.optional(draftSchema),
  organization: z.optional(organizationBriefSchema),
  column_sender: profileBriefSchema,
  column_receiver: profileBriefSchema,
});
export type Endorsement = z.infer<typeof endorsementSchema>;

/** The words that stand now: the draft's where there is one. */
export function currentWords(endorsement: Endorsement): {
  title: string;
  endorsement: string;
  milestoneURI: string;
} {
  return endorsement.draft ?? endorsement;
}

/** Whether approval is open: no suggestion of the receiver waits for the author. */
export function canBeApproved(endorsement: Endorsement): boolean {
  return !endorsement.approved && endorsement.draft?.accepted !== false;
}
