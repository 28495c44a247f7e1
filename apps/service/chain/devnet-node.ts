import { z } from "zod";
import type { ChainNode } from "./node.ts";
import {
  askNodeAt,
  calledBy,
  contractCallSchema,
  LONGEST_CALL,
  type NodeOptions,
  requestTip,
} from "./node-request.ts";

const transactionSchema = z.object({
  tx_status: z.string().regex(/^[a-z_]+$/),
  sender_address: z.string(),
  contract_call: contractCallSchema,
});

/** A node that hands out whole `/new_block` payloads, as the devnet does. */
export function createDevnetNode(nodeUrl: string, options: NodeOptions): ChainNode {
  const ask = askNodeAt(nodeUrl, options);
  return {
    async tip() {
      const { version: _, ...tip } = await requestTip(ask);
      return tip;
    },
    block: (id) => ask(`/colonnade/v1/blocks/${id}`, z.unknown()),
    async transaction(txId) {
      const path = `/extended/v1/tx/${txId}`;
      const transaction = await ask(path, transactionSchema, undefined, undefined, LONGEST_CALL);
      if (transaction === null) return null;
      const { tx_status: status, sender_address: sender, contract_call } = transaction;
      return { status, sender, ...calledBy(contract_call) };
    },
    firstHeight: () => Promise.resolve(1),
  };
}
