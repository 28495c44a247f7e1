import * as z from "zod/mini";
import { eventStatuses, eventTypes } from "./event-type.ts";
import { principalSchema, txIdSchema } from "./principal.ts";
import { profileBriefSchema } from "./profile.ts";

/** Something that happened to a person: a transaction of theirs or about them, or a new follower. */
export const eventSchema = z.object({
  /** Place in the list, for paging; opaque. */
  cursor: z.string(),
  event: z.enum(eventTypes),
  status: z.enum(eventStatuses),
  txId: z.nullable(txIdSchema),
  /** ISO 8601, UTC: the block's time, or when it was announced or happened off chain. */
  date: z.iso.datetime(),
  /** Why a FAILED one failed, in the node's word (`abort_by_response`, `dropped_replace_by_fee`, …). */
  reason: z.nullable(z.string()),
  /** By which error the contract refused it, where it did: `contracts/*.clar` name them. */
  errorCode: z.optional(z.int().check(z.nonnegative())),
  metaData: z.object({
    follower: z.optional(profileBriefSchema),
    endorsementId: z.optional(z.int().check(z.positive())),
    organizationId: z.optional(z.int().check(z.positive())),
  }),
});
export type ProfileEvent = z.infer<typeof eventSchema>;

/** What a client announces after a wallet sent a transaction. */
export const pendingEventSchema = z.object({
  txId: txIdSchema,
  senderPrincipal: principalSchema,
  event: z.enum(eventTypes),
  metaData: z._default(
    z.object({
      endorsementId: z.optional(z.int().check(z.positive())),
      organizationId: z.optional(z.int().check(z.positive())),
    }),
    {},
  ),
});
export type PendingEvent = z.infer<typeof pendingEventSchema>;
