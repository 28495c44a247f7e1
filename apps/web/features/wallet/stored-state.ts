import { eventTypes } from "@colonnade/domain/event-type.ts";
import { addressSchema, principalSchema, txIdSchema } from "@colonnade/domain/principal.ts";
import { z } from "zod";

/** An NFT that the connected wallet holds. */
export const holdingSchema = z.object({
  /** `{contract}::{asset}` */
  assetIdentifier: z.string().max(300),
  id: z.number().int().positive(),
});
export type Holding = z.infer<typeof holdingSchema>;
export const holdingsSchema = z.array(holdingSchema);

/** As much of the connected person's endorsements as the menu needs before the profile is loaded. */
export const columnMilestonesSchema = z.array(
  z.object({ id: z.number().int().positive(), approved: z.boolean() }),
);
export type ColumnMilestones = z.infer<typeof columnMilestonesSchema>;

/** A registration on its way. `failure` is the node's word for why it failed; null while it is on its way. */
export const pendingAccountCreationSchema = z.object({
  address: addressSchema,
  txId: txIdSchema,
  failure: z.string().max(500).nullable(),
});
export type PendingAccountCreation = z.infer<typeof pendingAccountCreationSchema>;

/** A transaction that was sent from this device and whose outcome is not known yet. */
export const sentTransactionSchema = z.object({
  txId: txIdSchema,
  address: addressSchema,
  event: z.enum(eventTypes),
  metaData: z.object({
    endorsementId: z.number().int().positive().optional(),
    organizationId: z.number().int().positive().optional(),
    /** Who is added to the organization, or removed. Kept on this device only. */
    representative: principalSchema.optional(),
  }),
  /** Unix milliseconds. */
  sentAt: z.number().int().positive(),
  /** Whether the service was told; it is told again until it was. */
  announced: z.boolean(),
});
export type SentTransaction = z.infer<typeof sentTransactionSchema>;
export const sentTransactionsSchema = z.array(sentTransactionSchema).max(100);

/** The version of `@stacks/auth`'s session record that is understood. */
export const SESSION_VERSION = "1.0.0";

/** As much of that record as says whether it can be read (session-record.ts reads the rest). */
export const walletSessionSchema = z.object({
  version: z.string(),
  userData: z.unknown().optional(),
});
