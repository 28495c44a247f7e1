import { z } from "zod";
import { NodeError } from "./node.ts";

const TIMEOUT = 10_000;

/**
 * Asks a node for JSON.
 * @returns null for 404
 * @throws NodeError when it does not answer in time, or with another status, or with other than the schema
 */
export async function requestNode<Schema extends z.ZodType>(
  nodeUrl: string,
  path: string,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  const url = `${nodeUrl}${path}`;
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(url, {
      headers: { accept: "application/json" },
      signal: AbortSignal.timeout(TIMEOUT),
    });
    if (response.status === 404) {
      await response.body?.cancel();
      return null;
    }
    body = await response.json();
  } catch (error) {
    throw new NodeError(`${url} did not answer`, { cause: error });
  }
  if (!response.ok) throw new NodeError(`${url} answered ${response.status}`);
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new NodeError(`${url}: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

const statusSchema = z.object({
  chain_tip: z.object({
    block_height: z.int().nonnegative(),
    index_block_hash: z.string().optional(),
  }),
});

const transactionSchema = z.object({
  tx_status: z.string().regex(/^[a-z_]+$/),
  sender_address: z.string(),
  contract_call: z
    .object({
      contract_id: z.string(),
      function_name: z.string(),
      function_args: z.array(z.object({ hex: z.string() })).nullish(),
    })
    .optional(),
});

/** The tip, by the Hiro API's status route, which the devnet has too. */
export async function requestTip(nodeUrl: string) {
  const status = await requestNode(nodeUrl, "/extended/v1/status", statusSchema);
  if (status === null) throw new NodeError(`${nodeUrl} has no /extended/v1/status`);
  const { block_height: height, index_block_hash: indexBlockHash = null } = status.chain_tip;
  return { height, indexBlockHash };
}

/** A transaction, by the Hiro API's transaction route at this path. */
export async function requestTransaction(nodeUrl: string, path: string) {
  const transaction = await requestNode(nodeUrl, path, transactionSchema);
  if (transaction === null) return null;
  const call = transaction.contract_call;
  return {
    status: transaction.tx_status,
    sender: transaction.sender_address,
    contractId: call?.contract_id ?? null,
    functionName: call?.function_name ?? null,
    functionArguments: call?.function_args?.map(({ hex }) => hex) ?? [],
  };
}
