import { eventTypes } from "@colonnade/domain/event-type.ts";
import { addressSchema, principalSchema, txIdSchema } from "@colonnade/domain/principal.ts";
import * as z from "zod/mini";

/** An NFT that the connected wallet holds. */
const holdingSchema = z.object({
  /** `{contract}::{asset}` */
  assetIdentifier: z.string().check(z.maxLength(300)),
  id: z.int().check(z.positive()),
});
export type Holding = z.infer<typeof holdingSchema>;
export const holdingsSchema = z.array(holdingSchema);

/** As much of the connected person's endorsements as the menu needs before the profile is loaded. */
export const columnMilestonesSchema = z.array(
  z.object({ id: z.int().check(z.positive()), approved: z.boolean() }),
);
export type ColumnMilestones = z.infer<typeof columnMilestonesSchema>;

/** A registration on its way. `failure` is the node's word for why it failed; null while it is on its way. */
export const pendingAccountCreationSchema = z.object({
  address: addressSchema,
  txId: txIdSchema,
  failure: z.nullable(z.string().check(z.maxLength(500))),
});
export type PendingAccountCreation = z.infer<typeof pendingAccountCreationSchema>;

/** A transaction that was sent from this device and whose outcome is not known yet. */
const sentTransactionSchema = z.object({
  txId: txIdSchema,
  address: addressSchema,
  event: z.enum(eventTypes),
  metaData: z.object({
    endorsementId: z.optional(z.int().check(z.positive())),
    organizationId: z.optional(z.int().check(z.positive())),
    /** Who is endorsed, admitted, added to the organization or removed. Kept on this device only. */
    person: z.optional(principalSchema),
  }),
  /** Unix milliseconds. */
  sentAt: z.int().check(z.positive()),
  /** Whether the service was told; it is told again until it was. */
  announced: z.boolean(),
});
export type SentTransaction = z.infer<typeof sentTransactionSchema>;
export const sentTransactionsSchema = z.array(sentTransactionSchema).check(z.maxLength(100));

/** The version of `@stacks/auth`'s session record that is understood. */
export const SESSION_VERSION = "1.0.0";

/** As much of that record as says whether it can be read (session-record.ts reads the rest). */
export const walletSessionSchema = z.object({
  version: z.string(),
  userData: z.optional(z.unknown()),
});
