import { z } from "zod";
import type { ChainNode } from "./node.ts";
import { requestNode, requestTip, requestTransaction } from "./node-request.ts";

/** A node that hands out whole `/new_block` payloads, as the devnet does. */
export function createDevnetNode(nodeUrl: string): ChainNode {
  return {
    tip: () => requestTip(nodeUrl),
    block: (id) => requestNode(nodeUrl, `/colonnade/v1/blocks/${id}`, z.unknown()),
    transaction: (txId) => requestTransaction(nodeUrl, `/extended/v1/tx/${txId}`),
    firstHeight: () => Promise.resolve(1),
  };
}
