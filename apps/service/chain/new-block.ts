import { z } from "zod";

const hash = z.string().regex(/^0x[0-9a-f]{64}$/);

const transactionSchema = z.object({
  txid: hash,
  tx_index: z.int().nonnegative(),
  status: z.string().regex(/^[a-z_]+$/),
  raw_tx: z.string(),
  /** What the contract answered; what an older release set aside may lack it. */
  raw_result: z.string().nullish(),
});

const eventSchema = z.object({
  txid: hash,
  event_index: z.int().nonnegative(),
  /** False for an event of a transaction that was rolled back. */
  committed: z.boolean(),
  type: z.string(),
  contract_event: z
    .object({ contract_identifier: z.string(), topic: z.string(), raw_value: z.string() })
    .optional(),
});

/**
 * The part of a stacks-node's `/new_block` payload that the index reads. This is the one canonical input:
 * whatever else a block comes from is turned into this first.
 * Source: docs/event-dispatcher.md of stacks-network/stacks-core.
 */
export const newBlockSchema = z.object({
  block_height: z.int().nonnegative(),
  /** Unix seconds. */
  block_time: z.int().nonnegative(),
  index_block_hash: hash,
  parent_index_block_hash: hash,
  transactions: z.array(transactionSchema),
  events: z.array(eventSchema),
});
/** Of a block as a node answers it, which it is. */
export const blockHashSchema = newBlockSchema.pick({ index_block_hash: true });
export type NewBlock = z.infer<typeof newBlockSchema>;
export type NewBlockTransaction = NewBlock["transactions"][number];
