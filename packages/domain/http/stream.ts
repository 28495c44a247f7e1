import * as z from "zod/mini";

/**
 * Server-sent events of `GET /api/stream`. `tip`: a block was indexed. A stream begins with one that also has `tag`,
 * the ETag of all current answers. `change`: what is shown of these principals, endorsements and organizations has
 * changed, by a block or off chain (a follow, a pending event).
 */
export const streamEventSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("tip"),
    height: z.int(),
    indexBlockHash: z.string(),
    tag: z.optional(z.string()),
  }),
  z.object({
    type: z.literal("change"),
    principals: z.array(z.string()),
    endorsements: z.array(z.int()),
    organizations: z.array(z.int()),
  }),
]);
export type StreamEvent = z.infer<typeof streamEventSchema>;
