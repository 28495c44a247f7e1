import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { runtimeConfig } from "../../api/runtime-config.ts";

const statusSchema = z.object({
  chain_tip: z.object({ block_height: z.int(), burn_block_height: z.optional(z.int()) }),
});

const transactionSchema = z.object({
  tx_status: z.string(),
  tx_result: z.nullish(z.object({ repr: z.string() })),
});

/** The node answered with an error status. */
export class NodeStatusError extends Error {
  override readonly name = "NodeStatusError";
}

/** Milliseconds after which a silent node counts as one that failed. */
export const NODE_PATIENCE = 10_000;

/** Sends the node a request for JSON. @throws a `TimeoutError` if it does not answer within 10 seconds */
export function requestNode(path: string, signal?: AbortSignal): Promise<Response> {
  const timeout = AbortSignal.timeout(NODE_PATIENCE);
  return fetch(`${runtimeConfig().nodeUrl}${path}`, {
    headers: { accept: "application/json" },
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
  });
}

/**
 * Reads the JSON of an answer.
 * @returns null for status 404 or 410
 * @throws NodeStatusError for any other error status
 */
export async function readNodeAnswer(response: Response): Promise<unknown> {
  if (response.status === 404 || response.status === 410) return null;
  if (!response.ok) throw new NodeStatusError(`The node answered ${response.status}`);
  return response.json();
}

/** Asks the node for JSON, as `requestNode` and `readNodeAnswer` do. */
export async function askNode(path: string, signal?: AbortSignal): Promise<unknown> {
  return readNodeAnswer(await requestNode(path, signal));
}

async function getTip() {
  return statusSchema.parse(await askNode("/extended/v1/status")).chain_tip;
}

/** The height of the newest Stacks block. */
export async function getBlockHeight(): Promise<number> {
  return (await getTip()).block_height;
}

/** Bitcoin blocks of a day, on average. */
export const BLOCKS_A_DAY = 144;

/** How long some Bitcoin blocks take: "1 day", "12 days". */
export function sayBlocks(blocks: number): string {
  const days = Math.ceil(blocks / BLOCKS_A_DAY);
  return `${days} ${days === 1 ? "day" : "days"}`;
}

/** The height of the newest Bitcoin block; null if the node does not tell. */
export function burnHeightQuery() {
  return queryOptions({
    queryKey: ["burn-height"],
    queryFn: async () => (await getTip()).burn_block_height ?? null,
  });
}

/**
 * The present state of a transaction.
 * @returns `status`: `pending`, `success`, `abort_by_response`, …; null if the node does not know the transaction.
 *   `result`: the contract's, as Clarity writes it: `(err u1303)`
 */
export async function getTransaction(txId: string, signal: AbortSignal) {
  const answer = await askNode(`/extended/v1/tx/${txId}`, signal);
  if (answer === null) return { status: null, result: null };
  const transaction = transactionSchema.parse(answer);
  return { status: transaction.tx_status, result: transaction.tx_result?.repr ?? null };
}
