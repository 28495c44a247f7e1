import * as z from "zod/mini";

/**
 * Server-sent events of `GET /api/stream`. `tip`: a block was indexed; the one that a stream begins with also
 * says the `tag` that answers have now. `change`: what is shown changed, for the principals named; sent for
 * off-chain changes (a follow, a pending event) too.
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
