import * as z from "zod/mini";
import { runtimeConfig } from "../../api/runtime-config.ts";

/** A node's answer that nobody can use. */
export class NodeError extends Error {
  override readonly name = "NodeError";
}

const statusSchema = z.object({ chain_tip: z.object({ block_height: z.int() }) });

const transactionSchema = z.object({
  tx_status: z.string(),
  tx_result: z.nullish(z.object({ repr: z.string() })),
});

/** What a node knows of a transaction. `status` is its word: `pending`, `success`, `abort_by_response`, … */
export interface TransactionStatus {
  /** Null where the node does not know the transaction (yet, or any more). */
  status: string | null;
  /** What the contract answered, as Clarity writes it: `(err u1303)`. */
  result: string | null;
}

/** Asks the node for JSON; null for a 404. */
async function ask(path: string, signal?: AbortSignal): Promise<unknown> {
  const response = await fetch(`${runtimeConfig().nodeUrl}${path}`, {
    headers: { accept: "application/json" },
    ...(signal === undefined ? {} : { signal }),
  });
  if (response.status === 404 || response.status === 410) return null;
  if (!response.ok) throw new NodeError(`The node answered ${response.status}`);
  return response.json();
}

/** The height of the newest Stacks block. */
export async function getBlockHeight(): Promise<number> {
  return statusSchema.parse(await ask("/extended/v1/status")).chain_tip.block_height;
}

/** What became of a transaction so far. */
export async function getTransaction(
  txId: string,
  signal?: AbortSignal,
): Promise<TransactionStatus> {
  const answer = await ask(`/extended/v1/tx/${txId}`, signal);
  if (answer === null) return { status: null, result: null };
  const transaction = transactionSchema.parse(answer);
  return { status: transaction.tx_status, result: transaction.tx_result?.repr ?? null };
}
