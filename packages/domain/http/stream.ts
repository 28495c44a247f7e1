import { z } from "zod";

/**
 * Server-sent events of `GET /api/stream`. `tip`: a block was indexed. `change`: what is shown changed, for
 * the principals named; sent for off-chain changes (a follow, a pending event) too.
 */
export const streamEventSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("tip"), height: z.number().int(), indexBlockHash: z.string() }),
  z.object({
    type: z.literal("change"),
    principals: z.array(z.string()),
    endorsements: z.array(z.number().int()),
    organizations: z.array(z.number().int()),
  }),
]);
export type StreamEvent = z.infer<typeof streamEventSchema>;
