import * as z from "zod/mini";
import { principalSchema, txIdSchema } from "./principal.ts";

/** What once happened to an endorsement's words. */
const revisionSchema = z.object({
  /** `edit`: by the author. `suggest`: a suggestion of the receiver's. */
  action: z.enum(["submit", "edit", "suggest", "approve", "withdraw"]),
  by: principalSchema,
  txId: txIdSchema,
  /** The height of its block. */
  height: z.int().check(z.positive()),
  /** Time of that block: ISO 8601, UTC. */
  date: z.iso.datetime(),
  /** The words that it states; null for a withdrawal, and while a watcher suspends their writer. */
  words: z.nullable(
    z.object({ title: z.string(), endorsement: z.string(), milestoneURI: z.string() }),
  ),
});
export type Revision = z.infer<typeof revisionSchema>;

/** The newest revisions of an endorsement, newest first, and whether there are older ones. */
export const revisionsSchema = z.object({ items: z.array(revisionSchema), more: z.boolean() });
