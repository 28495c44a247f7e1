import * as z from "zod/mini";
import { imageAddressSchema } from "./image-address.ts";
import { limits } from "./limits.ts";
import { messages } from "./messages.ts";
import { addressSchema, principalSchema, txIdSchema } from "./principal.ts";
import { profileBriefSchema } from "./profile.ts";
import { boundedTextSchema, textSchema } from "./text-schema.ts";

/** The message if a representative is named twice. The contract refuses that, too. */
export const adminNamedTwice = "Please name each admin representative once";

/** Whether each principal is named only once. */
export const areDistinct = (admins: readonly string[]) => new Set(admins).size === admins.length;

/** An application to create an organization. */
export const organizationApplicationSchema = z.object({
  address: addressSchema,
  bnsName: textSchema(limits.organizationNameCodePoints),
  statement: z._default(
    boundedTextSchema(limits.statementCodePoints, messages.statementTooLong),
    "",
  ),
  imageUrl: imageAddressSchema,
  description: textSchema(limits.descriptionCodePoints, messages.descriptionTooLong),
  website: textSchema(limits.websiteCodePoints),
  admins: z
    .array(principalSchema)
    .check(
      z.minLength(1, messages.selectAdmin),
      z.maxLength(limits.organizationAdmins, messages.tooManyAdmins),
      z.refine(areDistinct, adminNamedTwice),
      z.meta({ uniqueItems: true }),
    ),
});
export type OrganizationApplication = z.infer<typeof organizationApplicationSchema>;

/**
 * An application is `waiting` for a watcher. It is `admitting` once a watcher has sent the transaction that admits it,
 * and `accepted` once the chain has that transaction. If the transaction fails, it is `waiting` again.
 */
export const applicationStatuses = ["waiting", "admitting", "accepted", "declined"] as const;

/** An application as watchers and its applicant see it. */
export const applicationRecordSchema = z.extend(organizationApplicationSchema, {
  id: z.int().check(z.positive()),
  status: z.enum(applicationStatuses),
  /** ISO 8601, UTC. */
  submittedAt: z.iso.datetime(),
  /** The watcher who decided last. */
  decidedBy: z.nullable(principalSchema),
  decidedAt: z.nullable(z.iso.datetime()),
  /** Why it was declined, in the watcher's words. */
  reason: z.nullable(z.string()),
  /** The transaction that admits it. */
  txId: z.nullable(txIdSchema),
  /** The organization that was created from it. */
  organizationId: z.nullable(z.int().check(z.positive())),
  /** Brief profiles of the applicant, the named representatives and the watcher who decided. */
  columnApplicant: profileBriefSchema,
  columnAdmins: z.array(profileBriefSchema),
  columnDecider: z.nullable(profileBriefSchema),
});
export type ApplicationRecord = z.infer<typeof applicationRecordSchema>;

/** A watcher's decision: the transaction that admits the application, or the reason to decline it. */
export const applicationDecisionSchema = z.discriminatedUnion("decision", [
  z.object({ decision: z.literal("admit"), txId: txIdSchema }),
  z.object({
    decision: z.literal("decline"),
    reason: textSchema(limits.declineReasonCodePoints),
  }),
]);
export type ApplicationDecision = z.infer<typeof applicationDecisionSchema>;
