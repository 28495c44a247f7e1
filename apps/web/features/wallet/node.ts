import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { runtimeConfig } from "../../api/runtime-config.ts";

const statusSchema = z.object({
  chain_tip: z.object({ block_height: z.int(), burn_block_height: z.optional(z.int()) }),
});

const resultSchema = z.nullish(z.object({ repr: z.string() }));
const firstVersionSchema = z.object({ tx_status: z.string(), tx_result: resultSchema });
const thirdVersionSchema = z.object({ status: z.string(), result: resultSchema });

/** The node answered with an error status. */
export class NodeStatusError extends Error {
  override readonly name = "NodeStatusError";
}

/** Milliseconds after which a silent node counts as one that failed. */
export const NODE_PATIENCE = 10_000;

/** Sends the node a request for JSON. @throws a `TimeoutError` if it does not answer within 10 seconds */
function requestNode(path: string, signal?: AbortSignal): Promise<Response> {
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
async function readNodeAnswer(response: Response): Promise<unknown> {
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

let isOldRouteClosed = false;

/**
 * Asks for a transaction. A server of the Hiro API may have closed its older routes.
 * @param include what the third version is to contain beside what it always has
 * @returns the answer, null if the node does not know the transaction, and the version that it has
 */
export async function askTransaction(
  txId: string,
  include: string,
  signal?: AbortSignal,
): Promise<{ version: 1 | 3; answer: unknown }> {
  if (!isOldRouteClosed) {
    const response = await requestNode(`/extended/v1/tx/${txId}`, signal);
    isOldRouteClosed = response.status === 410;
    if (!isOldRouteClosed) return { version: 1, answer: await readNodeAnswer(response) };
  }
  const path = `/extended/v3/transactions/${txId}?include=${include}`;
  return { version: 3, answer: await askNode(path, signal) };
}

/**
 * The present state of a transaction.
 * @returns `status`: `pending`, `success`, `abort_by_response`, …; null if the node does not know the transaction.
 *   `result`: the contract's, as Clarity writes it: `(err u1303)`
 */
export async function getTransaction(txId: string, signal: AbortSignal) {
  const { version, answer } = await askTransaction(txId, "result", signal);
  if (answer === null) return { status: null, result: null };
  if (version === 3) {
    const { status, result } = thirdVersionSchema.parse(answer);
    return { status, result: result?.repr ?? null };
  }
  const { tx_status, tx_result } = firstVersionSchema.parse(answer);
  return { status: tx_status, result: tx_result?.repr ?? null };
}
