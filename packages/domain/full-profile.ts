import * as z from "zod/mini";
import { endorsementSchema, organizationBriefSchema } from "./endorsement.ts";
import { profileBriefSchema, profileCardSchema } from "./profile.ts";

/**
 * A profile whole ("column" on the wire). The lists hold the newest 100, newest first; older ones come from
 * `/api/milestones?receiver=` and `?sender=`; the counts are whole.
 */
export const profileSchema = z.extend(profileCardSchema, {
  /** A link to the person elsewhere; none is kept on chain today. */
  social: z.nullable(z.string()),
  social_root_id: z.nullable(z.string()),
  /** The organizations the person may send as. */
  organization: z.array(organizationBriefSchema),
  columnMilestones: z.array(endorsementSchema),
  sentMilestones: z.array(endorsementSchema),
  followers: z.array(profileBriefSchema),
  following: z.array(profileBriefSchema),
  followerCount: z.int().check(z.nonnegative()),
  followingCount: z.int().check(z.nonnegative()),
  /** Endorsements that wait for this person's approval. */
  pendingApprovals: z.int().check(z.nonnegative()),
});
export type Profile = z.infer<typeof profileSchema>;
