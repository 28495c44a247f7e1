import * as z from "zod/mini";
import { endorsementSchema, organizationBriefSchema } from "./endorsement.ts";
import { profileBriefSchema, profileCardSchema } from "./profile.ts";

/**
 * A whole profile ("column" on the wire). The lists hold the newest 100, newest first; `columnMilestones` holds the
 * newest 100 approved ones and then the newest 100 that wait. Older endorsements come from `/api/milestones?receiver=`
 * and `?sender=`. The counts include everything.
 */
export const profileSchema = z.extend(profileCardSchema, {
  /** A link to the person elsewhere. Always null: the chain stores none. */
  social: z.nullable(z.string()),
  social_root_id: z.nullable(z.string()),
  /** The open organizations the person may send as. */
  organization: z.array(organizationBriefSchema),
  columnMilestones: z.array(endorsementSchema),
  /** Approved ones that their authors withdrew. */
  withdrawnMilestones: z.array(endorsementSchema),
  sentMilestones: z.array(endorsementSchema),
  followers: z.array(profileBriefSchema),
  following: z.array(profileBriefSchema),
  followerCount: z.int().check(z.nonnegative()),
  followingCount: z.int().check(z.nonnegative()),
  /** The number of endorsements that wait for this person's approval. */
  pendingApprovals: z.int().check(z.nonnegative()),
  /** The number of endorsements this person sent whose receiver suggests other words. */
  openSuggestions: z.int().check(z.nonnegative()),
});
export type Profile = z.infer<typeof profileSchema>;
