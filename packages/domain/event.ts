import { z } from "zod";
import { eventStatuses, eventTypes } from "./event-type.ts";
import { principalSchema, txIdSchema } from "./principal.ts";
import { profileBriefSchema } from "./profile.ts";

/** Something that happened to a person: a transaction of theirs or about them, or a new follower. */
export const eventSchema = z.object({
  /** Place in the list, for paging; opaque. */
  cursor: z.string(),
  event: z.enum(eventTypes),
  status: z.enum(eventStatuses),
  txId: txIdSchema.nullable(),
  /** ISO 8601, UTC: the block's time, or when it was announced or happened off chain. */
  date: z.iso.datetime(),
  /** Why a FAILED one failed, in the node's word (`abort_by_response`, `dropped_replace_by_fee`, …). */
  reason: z.string().nullable(),
  metaData: z.object({
    follower: profileBriefSchema.optional(),
    endorsementId: z.number().int().positive().optional(),
    organizationId: z.number().int().positive().optional(),
  }),
});
export type ProfileEvent = z.infer<typeof eventSchema>;

/** What a client announces after a wallet sent a transaction. */
export const pendingEventSchema = z.object({
  txId: txIdSchema,
  senderPrincipal: principalSchema,
  event: z.enum(eventTypes),
  metaData: z
    .object({
      endorsementId: z.number().int().positive().optional(),
      organizationId: z.number().int().positive().optional(),
    })
    .default({}),
});
export type PendingEvent = z.infer<typeof pendingEventSchema>;
