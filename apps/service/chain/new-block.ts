import { z } from "zod";

const hash = z.string().regex(/^0x[0-9a-f]{64}$/);

/** Heights and places: what a column of the database holds. */
const place = z.int().nonnegative().max(2_147_483_647);

const transactionSchema = z.object({
  txid: hash,
  tx_index: place,
  status: z.string().regex(/^[a-z_]+$/),
  raw_tx: z.string(),
  /** The contract's response, serialized. */
  raw_result: z.string().nullish(),
});

const eventSchema = z.object({
  txid: hash,
  event_index: place,
  /** False for an event of a transaction that was rolled back. */
  committed: z.boolean(),
  type: z.string(),
  contract_event: z
    .object({ contract_identifier: z.string(), topic: z.string(), raw_value: z.string() })
    .optional(),
});

/** Unix seconds, up to the year 9999. */
const time = z.int().nonnegative().max(253_402_300_799).nullish();

const payloadSchema = z.object({
  block_height: place,
  /** Null or absent before Nakamoto. Then the time of the burn block counts, as for the Hiro API. */
  block_time: time,
  burn_block_time: time,
  index_block_hash: hash,
  parent_index_block_hash: hash,
  transactions: z.array(z.unknown()),
  events: z.array(z.unknown()),
  /**
   * Ours, not the node's: how many blocks without anything of the contract lie between this one and the block that
   * `parent_index_block_hash` names. Such blocks are not read from far behind the node's tip.
   */
  blocks_left_out: place.optional(),
});

/** Enough of a block to quarantine it. */
export const blockLinkSchema = payloadSchema.pick({
  index_block_hash: true,
  parent_index_block_hash: true,
});
/** Enough of a block to tell whether it can concern Colonnade. */
export const blockHeightSchema = payloadSchema.pick({ block_height: true });

export type NewBlockTransaction = z.infer<typeof transactionSchema>;

/**
 * The part of a stacks-node's `/new_block` payload that the index reads. This is the only input of the index: blocks
 * from other sources are converted to it.
 * Source: docs/event-dispatcher.md of stacks-network/stacks-core.
 */
export interface NewBlock extends Omit<z.infer<typeof payloadSchema>, "transactions" | "events"> {
  transactions: NewBlockTransaction[];
  events: z.infer<typeof eventSchema>[];
}

/**
 * Reads a payload. Keeps only the contract's events, and the transactions that printed them or mention the contract.
 * Other transactions and events can have any shape: nodes have changed theirs over the years.
 * @throws ZodError when a part that concerns the contract does not match
 */
export function readNewBlock(payload: unknown, contractId: string): NewBlock {
  const block = payloadSchema.parse(payload);
  const events = block.events
    .filter(
      (event) => fieldOf(fieldOf(event, "contract_event"), "contract_identifier") === contractId,
    )
    .map((event) => eventSchema.parse(event));
  const printing = new Set(events.map(({ txid }) => txid));
  const transactions = block.transactions
    .filter((transaction) => {
      const [txid, raw] = [fieldOf(transaction, "txid"), fieldOf(transaction, "raw_tx")];
      if (typeof txid !== "string" || typeof raw !== "string") return false;
      return printing.has(txid) || mentions(raw, contractId);
    })
    .map((transaction) => transactionSchema.parse(transaction));
  return { ...block, transactions, events };
}

/** A field of what may be anything. A schema would take far longer for the many parts that do not concern us. */
function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

/** Whether a raw transaction contains the contract's name: far cheaper than decoding every transaction. */
function mentions(rawTransaction: string, contractId: string): boolean {
  const name = contractId.split(".")[1] ?? "";
  return rawTransaction.includes(Buffer.from(name).toString("hex"));
}
