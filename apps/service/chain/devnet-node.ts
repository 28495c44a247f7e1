import { z } from "zod";
import type { ChainNode } from "./node.ts";
import { askNodeAt, requestTip, requestTransaction } from "./node-request.ts";

/** A node that hands out whole `/new_block` payloads, as the devnet does. */
export function createDevnetNode(nodeUrl: string): ChainNode {
  const ask = askNodeAt(nodeUrl);
  return {
    tip: () => requestTip(ask),
    block: (id) => ask(`/colonnade/v1/blocks/${id}`, z.unknown()),
    transaction: (txId) => requestTransaction(ask, `/extended/v1/tx/${txId}`),
    firstHeight: () => Promise.resolve(1),
  };
}
