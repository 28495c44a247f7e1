import * as z from "zod/mini";
import { networkNames } from "./web-config.ts";

/** How far the index has followed the chain. */
export const statusSchema = z.object({
  network: z.enum(networkNames),
  protocolContract: z.string(),
  endorsementContract: z.string(),
  /** The newest indexed block; null before the first one. */
  tip: z.nullable(
    z.object({ height: z.int(), indexBlockHash: z.string(), blockTime: z.iso.datetime() }),
  ),
  /** The node's last known height; null if it does not answer. */
  nodeHeight: z.nullable(z.int()),
  /** The number of blocks that the index is behind the node; null if `nodeHeight` is. */
  lag: z.nullable(z.int()),
  /** The progress of reading a long gap; null while this process reads none. */
  catchingUp: z.nullable(
    z.object({
      /** Heights: of the index before, of the block indexed last, and of the node. */
      from: z.int(),
      height: z.int(),
      to: z.int(),
      /** Contract events indexed since. */
      events: z.int(),
      blocksPerSecond: z.number(),
      /** Null before the first block. */
      secondsLeft: z.nullable(z.int()),
    }),
  ),
  /** The number of blocks that could not be decoded and wait for an operator. */
  quarantined: z.int(),
  /** Why what is served is older than it should be, in a sentence; null if it is not. */
  stalled: z.nullable(z.string()),
});
export type Status = z.infer<typeof statusSchema>;
