import * as z from "zod/mini";
import { networkNames } from "./network.ts";

/** What the index has seen of the chain. */
export const statusSchema = z.object({
  network: z.enum(networkNames),
  protocolContract: z.string(),
  endorsementContract: z.string(),
  /** The newest indexed block; null before the first. */
  tip: z.nullable(
    z.object({ height: z.int(), indexBlockHash: z.string(), blockTime: z.iso.datetime() }),
  ),
  /** The node's own height, as it last said it; null when it does not answer, or another process is the one to ask it. */
  nodeHeight: z.nullable(z.int()),
  /** Blocks the index is behind the node; null when the node's height is. */
  lag: z.nullable(z.int()),
  /** Blocks that could not be decoded and wait for a person. */
  quarantined: z.int(),
});
export type Status = z.infer<typeof statusSchema>;
