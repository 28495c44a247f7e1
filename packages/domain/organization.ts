import * as z from "zod/mini";
import { endorsementSchema, organizationBriefSchema } from "./endorsement.ts";
import { principalSchema } from "./principal.ts";
import { profileBriefSchema } from "./profile.ts";

/** An organization as a card of the directory. */
export const organizationCardSchema = z.extend(organizationBriefSchema, {
  description: z.string(),
  website: z.string(),
  admin: principalSchema,
  representatives: z.array(principalSchema),
  /** Approved endorsements issued in its name. */
  issued: z.int().check(z.nonnegative()),
});
export type OrganizationCard = z.infer<typeof organizationCardSchema>;

/** An organization whole. The lists hold the newest; older ones come from `/api/milestones?org=`. */
export const organizationSchema = z.extend(organizationCardSchema, {
  columnRepresentatives: z.array(profileBriefSchema),
  milestones: z.array(endorsementSchema),
  sentMilestones: z.array(endorsementSchema),
});
export type Organization = z.infer<typeof organizationSchema>;
