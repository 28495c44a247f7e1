import * as z from "zod/mini";
import { imageAddressSchema } from "./image-address.ts";
import { limits } from "./limits.ts";
import { messages } from "./messages.ts";
import { addressSchema, principalSchema, txIdSchema } from "./principal.ts";
import { profileBriefSchema } from "./profile.ts";
import { boundedTextSchema, textSchema } from "./text-schema.ts";

/** What is said to whoever names somebody twice; the contract refuses that too. */
export const adminNamedTwice = "Please name each admin representative once";

/** Whether nobody of them is named twice. */
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
 * Where an application stands: it waits for a watcher; a watcher has sent the transaction that admits it
 * (`admitting`); the chain has it (`accepted`); or a watcher said no. A transaction that fails on chain
 * lets the application wait again.
 */
export const applicationStatuses = ["waiting", "admitting", "accepted", "declined"] as const;

/** An application as it was taken, whatever was asked of one then. */
export const takenApplicationSchema = z.object({
  address: z.string(),
  bnsName: z.string(),
  statement: z._default(z.string(), ""),
  imageUrl: z.string(),
  description: z.string(),
  website: z.string(),
  admins: z.array(z.string()),
});
export type TakenApplication = z.infer<typeof takenApplicationSchema>;

/** An application in the watchers' queue, or as its applicant sees it. */
export const applicationRecordSchema = z.extend(takenApplicationSchema, {
  id: z.int().check(z.positive()),
  status: z.enum(applicationStatuses),
  /** ISO 8601, UTC. */
  submittedAt: z.iso.datetime(),
  /** The watcher who decided last, and when. */
  decidedBy: z.nullable(principalSchema),
  decidedAt: z.nullable(z.iso.datetime()),
  /** Why it was declined, in the watcher's words. */
  reason: z.nullable(z.string()),
  /** The transaction that admits it. */
  txId: z.nullable(txIdSchema),
  /** The organization it became. */
  organizationId: z.nullable(z.int().check(z.positive())),
  /** Who applied, whom they name as representatives, and who decided, in brief. */
  columnApplicant: profileBriefSchema,
  columnAdmins: z.array(profileBriefSchema),
  columnDecider: z.nullable(profileBriefSchema),
});
export type ApplicationRecord = z.infer<typeof applicationRecordSchema>;

/** A watcher's decision: the transaction the wallet sent, or why not. */
export const applicationDecisionSchema = z.discriminatedUnion("decision", [
  z.object({ decision: z.literal("admit"), txId: txIdSchema }),
  z.object({
    decision: z.literal("decline"),
    reason: textSchema(limits.declineReasonCodePoints),
  }),
]);
export type ApplicationDecision = z.infer<typeof applicationDecisionSchema>;
