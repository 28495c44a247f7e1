import { z } from "zod";
import { networkNames } from "./config.ts";

/** What the index has seen of the chain. */
export const statusSchema = z.object({
  network: z.enum(networkNames),
  protocolContract: z.string(),
  endorsementContract: z.string(),
  /** The newest indexed block; null before the first. */
  tip: z
    .object({ height: z.number().int(), indexBlockHash: z.string(), blockTime: z.iso.datetime() })
    .nullable(),
  /** The node's own height; null when the node does not answer. */
  nodeHeight: z.number().int().nullable(),
  /** Blocks the index is behind the node; null when the node does not answer. */
  lag: z.number().int().nullable(),
  /** Blocks that could not be decoded and wait for a person. */
  quarantined: z.number().int(),
});
export type Status = z.infer<typeof statusSchema>;
