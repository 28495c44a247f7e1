import * as z from "zod/mini";
import { categoryNameSchema } from "./category.ts";
import { principalSchema, txIdSchema } from "./principal.ts";
import { profileBriefSchema } from "./profile.ts";

/** The organization in whose name a person endorses. */
export const organizationBriefSchema = z.object({
  id: z.int().check(z.positive()),
  name: z.string(),
  logoUrl: z.string(),
  /** False once it is closed. Nobody sends or approves in its name any more. */
  open: z.boolean(),
});
export type OrganizationBrief = z.infer<typeof organizationBriefSchema>;

const text = { title: z.string(), endorsement: z.string(), milestoneURI: z.string() };

/** The author's newer words for a pending endorsement. They are what approval mints. */
const draftSchema = z.object(text);

/** What the receiver of a pending endorsement proposes. Its author does not stand by it. */
const suggestionSchema = z.object({
  ...text,
  by: principalSchema,
  /** Time of the block that recorded it: ISO 8601, UTC. */
  date: z.iso.datetime(),
});
export type Suggestion = z.infer<typeof suggestionSchema>;

/** How an approved endorsement was withdrawn. */
const withdrawnSchema = z.object({
  by: principalSchema,
  reason: z.nullable(z.string()),
  /** Time of the block that recorded it: ISO 8601, UTC. */
  date: z.iso.datetime(),
  height: z.int().check(z.positive()),
  txId: txIdSchema,
});

/**
 * An endorsement ("milestone" on the wire): pending, approved, or withdrawn after approval. Rejected, discarded and
 * early withdrawn ones are not served. All words but the suggestion's are words that the author stands by.
 */
export const endorsementSchema = z.object({
  id: z.int().check(z.positive()),
  approved: z.boolean(),
  /** Whether the receiver shows an approved endorsement on the profile. */
  shown: z.boolean(),
  ...text,
  category: categoryNameSchema,
  /** Time of the block it was submitted in: ISO 8601, UTC. */
  date: z.iso.datetime(),
  /** The height of that block. */
  height: z.int().check(z.positive()),
  /** The height that the author gives as the date of the newest words. */
  signedHeight: z.int().check(z.nonnegative()),
  /** Time of the block that recorded the newest words: ISO 8601, UTC. */
  wordsDate: z.iso.datetime(),
  /** The height of that block. */
  wordsHeight: z.int().check(z.positive()),
  /** The digest of the newest words, as in the pending asset's id, which post-conditions name. */
  wordsHash: z.string().check(z.regex(/^0x[0-9a-f]{64}$/)),
  /** The transaction that submitted it. */
  txId: txIdSchema,
  /** The transaction that holds the newest words, where its author has edited them. */
  wordsTxId: z.optional(txIdSchema),
  draft: z.optional(draftSchema),
  suggestion: z.optional(suggestionSchema),
  withdrawn: z.optional(withdrawnSchema),
  /** Set if the title or the text that the author stands by has no visible character. */
  blank: z.optional(z.literal(true)),
  organization: z.optional(organizationBriefSchema),
  /** The number of the sender's approved endorsements. */
  senderIssued: z.int().check(z.nonnegative()),
  column_sender: profileBriefSchema,
  column_receiver: profileBriefSchema,
});
export type Endorsement = z.infer<typeof endorsementSchema>;

/** SIP-016 metadata of an endorsement's token. */
export const tokenMetadataSchema = z.object({
  sip: z.literal(16),
  name: z.string(),
  description: z.optional(z.string()),
  image: z.optional(z.url()),
  attributes: z.optional(z.array(z.object({ trait_type: z.string(), value: z.string() }))),
  properties: z.optional(z.record(z.string(), z.unknown())),
});
export type TokenMetadata = z.infer<typeof tokenMetadataSchema>;
