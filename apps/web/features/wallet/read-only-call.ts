import type { ClarityValue } from "@stacks/transactions";
import * as z from "zod/mini";
import { runtimeConfig } from "../../api/runtime-config.ts";
import { NODE_PATIENCE, NodeStatusError } from "./node.ts";
import type { ContractCall } from "./transaction.ts";

const readAnswerSchema = z.object({ okay: z.boolean(), result: z.optional(z.string()) });

/**
 * Calls a read-only function of a contract.
 * @returns its result; null if the node could not run it
 * @throws NodeStatusError, a `TimeoutError` if the node does not answer within 10 seconds, and what `fetch` throws
 */
export async function callReadOnly(
  contract: string,
  functionName: string,
  sender: string,
  functionArgs: ContractCall["functionArgs"],
): Promise<ClarityValue | null> {
  const { Cl } = await import("@stacks/transactions");
  const path = `/v2/contracts/call-read/${contract.replace(".", "/")}/${functionName}`;
  const response = await fetch(`${runtimeConfig().nodeUrl}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      sender,
      arguments: functionArgs(Cl).map((value) => `0x${Cl.serialize(value)}`),
    }),
    signal: AbortSignal.timeout(NODE_PATIENCE),
  });
  if (!response.ok) throw new NodeStatusError(`The node answered ${response.status}`);
  const { okay, result } = readAnswerSchema.parse(await response.json());
  return okay && result !== undefined ? Cl.deserialize(result) : null;
}
