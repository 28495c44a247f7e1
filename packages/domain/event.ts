import * as z from "zod/mini";
import { organizationBriefSchema } from "./endorsement.ts";
import { eventStatuses, eventTypes } from "./event-type.ts";
import { principalSchema, txIdSchema } from "./principal.ts";
import { profileBriefSchema } from "./profile.ts";

/** An event of a person: a transaction by or about them, or a new follower. */
export const eventSchema = z.object({
  /** Opaque position in the list, for paging. */
  cursor: z.string(),
  event: z.enum(eventTypes),
  status: z.enum(eventStatuses),
  txId: z.nullable(txIdSchema),
  /** ISO 8601, UTC: the time of the block, of the announcement, or of the change off chain. */
  date: z.iso.datetime(),
  /** Why it FAILED, as the node calls it (`abort_by_response`, `dropped_replace_by_fee`, …). */
  reason: z.nullable(z.string()),
  /** The contract's error code if the contract refused it; see `contracts/README.md`. */
  errorCode: z.optional(z.int().check(z.nonnegative())),
  metaData: z.object({
    follower: z.optional(profileBriefSchema),
    endorsementId: z.optional(z.int().check(z.positive())),
    organizationId: z.optional(z.int().check(z.positive())),
    /** Who did it. */
    actor: z.optional(profileBriefSchema),
    /**
     * To whom it was done: the sender of an endorsement if its receiver did it, else the receiver; or a representative,
     * admin, blocked sender, watcher or owner.
     */
    recipient: z.optional(profileBriefSchema),
    /** Given when the receiver of the endorsement did it. Their edit is a suggestion. */
    byReceiver: z.optional(z.literal(true)),
    /** The organization it is about, or in whose name an endorsement was sent. */
    organization: z.optional(organizationBriefSchema),
    /** The title that the author of the endorsement stands by; none once it is rejected. */
    title: z.optional(z.string()),
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
