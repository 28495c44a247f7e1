import { z } from "zod";
import { endorsementSchema, organizationBriefSchema } from "./endorsement.ts";
import { profileBriefSchema, profileCardSchema } from "./profile.ts";

/**
 * A profile whole ("column" on the wire). The lists hold the newest 100, newest first; older ones come from
 * `/api/milestones?receiver=` and `?sender=`; the counts are whole.
 */
export const profileSchema = profileCardSchema.extend({
  /** A link to the person elsewhere; none is kept on chain today. */
  social: z.string().nullable(),
  social_root_id: z.string().nullable(),
  /** The organizations the person may send as. */
  organization: z.array(organizationBriefSchema),
  columnMilestones: z.array(endorsementSchema),
  sentMilestones: z.array(endorsementSchema),
  followers: z.array(profileBriefSchema),
  following: z.array(profileBriefSchema),
  followerCount: z.number().int().nonnegative(),
  followingCount: z.number().int().nonnegative(),
  /** Endorsements that wait for this person's approval. */
  pendingApprovals: z.number().int().nonnegative(),
});
export type Profile = z.infer<typeof profileSchema>;
