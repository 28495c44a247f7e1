import * as z from "zod/mini";
import { endorsementSchema, organizationBriefSchema } from "./endorsement.ts";
import { principalSchema } from "./principal.ts";
import { profileBriefSchema } from "./profile.ts";

/** An organization as a card in the directory. */
export const organizationCardSchema = z.extend(organizationBriefSchema, {
  description: z.string(),
  website: z.string(),
  admin: principalSchema,
  /** Who may send in its name: its admin first, then its members. */
  representatives: z.array(principalSchema),
  /** The number of approved endorsements issued in its name. */
  issued: z.int().check(z.nonnegative()),
});
export type OrganizationCard = z.infer<typeof organizationCardSchema>;

/** A whole organization. The lists hold the newest endorsements. Older ones come from `/api/milestones?org=`. */
export const organizationSchema = z.extend(organizationCardSchema, {
  columnRepresentatives: z.array(profileBriefSchema),
  /** Who is invited to represent it and has not answered. */
  columnInvited: z.array(profileBriefSchema),
  /** Whom the present admin proposed as the next one. */
  columnProposedAdmin: z.nullable(profileBriefSchema),
  /** Whom a watcher proposed as the next admin. They may accept from this burn block height on. */
  replacement: z.nullable(
    z.object({ from: z.int().check(z.nonnegative()), columnAdmin: profileBriefSchema }),
  ),
  milestones: z.array(endorsementSchema),
  sentMilestones: z.array(endorsementSchema),
});
export type Organization = z.infer<typeof organizationSchema>;
