import * as z from "zod/mini";
import { imageSchema } from "./image.ts";
import { limits } from "./limits.ts";
import { principalSchema, txIdSchema } from "./principal.ts";
import { profileBriefSchema } from "./profile.ts";
import { textSchema } from "./text-schema.ts";

const idSchema = z.int().check(z.positive());

/** What a report is about. */
export const reportSubjectSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("endorsement"), id: idSchema }),
  z.object({ kind: z.literal("organization"), id: idSchema }),
  z.object({ kind: z.literal("profile"), principal: principalSchema }),
  z.object({ kind: z.literal("image"), image: imageSchema }),
]);
export type ReportSubject = z.infer<typeof reportSubjectSchema>;

/** A report as somebody sends it. */
export const reportSchema = z.object({
  subject: reportSubjectSchema,
  reason: textSchema(limits.reportReasonCodePoints),
});
export type Report = z.infer<typeof reportSchema>;

/** What the reporter saw, as it was at that time. Texts and images that the subject lacks are empty. */
export const reportedSchema = z.object({
  /** An endorsement's title, or the name of an organization or a person. */
  title: z.string(),
  /** An endorsement's words, an organization's description, or a person's statement. */
  text: z.string(),
  imageUrl: z.string(),
  /** What an endorsement's receiver suggested. */
  suggestion: z.optional(z.object({ title: z.string(), text: z.string(), imageUrl: z.string() })),
  /** Why an endorsement was withdrawn. */
  withdrawalReason: z.optional(z.string()),
});
export type Reported = z.infer<typeof reportedSchema>;

/**
 * A report is `open` until a watcher decides. It is `suspending` once a watcher has sent the transaction that suspends
 * somebody, and `decided` once the chain has it. If that transaction fails, it is `open` again.
 */
const reportStatuses = ["open", "suspending", "decided"] as const;

const decisions = ["dismiss", "suspend", "hide-image", "unhide-image"] as const;

/**
 * A report as watchers see it. Reports of the same thing share one record while it looks the same, until it is decided.
 */
export const reportRecordSchema = z.object({
  id: idSchema,
  subject: reportSubjectSchema,
  status: z.enum(reportStatuses),
  /** The number of people who reported it. */
  count: z.int().check(z.positive()),
  /** When the first and the newest of them did: ISO 8601, UTC. */
  firstReportedAt: z.iso.datetime(),
  reportedAt: z.iso.datetime(),
  /** Their reasons, newest first: 20 at most. */
  reasons: z.array(
    z.object({ reason: z.string(), date: z.iso.datetime(), columnReporter: profileBriefSchema }),
  ),
  reported: reportedSchema,
  /**
   * The people whom a watcher may suspend for what was reported: of an endorsement its sender, the receiver if they
   * suggest other words, and the one who withdrew it; of an organization its admin; of a person that person; of an
   * image the one who uploaded it. Empty for an image that nobody uploaded here.
   */
  columnResponsible: z.array(profileBriefSchema),
  /** The newest decision. */
  decision: z.nullable(
    z.object({
      decision: z.enum(decisions),
      /** ISO 8601, UTC. */
      date: z.iso.datetime(),
      columnWatcher: profileBriefSchema,
      /** The transaction that suspends somebody. */
      txId: z.optional(txIdSchema),
      /** The image that was hidden or is shown again. */
      image: z.optional(imageSchema),
    }),
  ),
});
export type ReportRecord = z.infer<typeof reportRecordSchema>;

/** A watcher's decision on a report. */
export const reportDecisionSchema = z.discriminatedUnion("decision", [
  z.object({ decision: z.literal("dismiss") }),
  /** The transaction calls `watcher-remove-profile`. */
  z.object({ decision: z.literal("suspend"), txId: txIdSchema }),
  z.object({ decision: z.literal("hide-image"), image: imageSchema }),
  /** Allowed only after that image was hidden for this report. */
  z.object({ decision: z.literal("unhide-image"), image: imageSchema }),
]);
export type ReportDecision = z.infer<typeof reportDecisionSchema>;
