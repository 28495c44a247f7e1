import { z } from "zod";
import { type ChainNode, LongAnswerError, NodeError } from "./node.ts";
import {
  askForJson,
  calledBy,
  contractCallSchema,
  LONGEST_CALL,
  type NodeOptions,
  requestNodeAt,
  requestTip,
} from "./node-request.ts";
import type { Candidate, UnfitPayload } from "./payload.ts";
import type { PayloadReader } from "./payload-reader.ts";
import { createPostedBody, LARGEST_PAYLOAD } from "./posted-body.ts";

const transactionSchema = z.object({
  tx_status: z.string().regex(/^[a-z_]+$/),
  sender_address: z.string(),
  contract_call: contractCallSchema,
});

/** A node that hands out whole `/new_block` payloads, as the devnet does. */
export function createDevnetNode(
  nodeUrl: string,
  reader: Pick<PayloadReader, "read">,
  options: NodeOptions,
): ChainNode {
  const request = requestNodeAt(nodeUrl, options);
  const ask = askForJson(request);

  async function readBlock({ body, url }: Response): Promise<Candidate | UnfitPayload> {
    const payload = createPostedBody();
    for await (const part of body ?? []) {
      payload.add(part);
      if (payload.size() > LARGEST_PAYLOAD) throw new LongAnswerError(`${url} answered too much`);
    }
    const read = await reader.read(payload.parts());
    if ("block" in read || read.indexBlockHash !== null) return read;
    throw new NodeError(`${url} answered no block: ${read.reason}`);
  }

  return {
    async tip() {
      const { version: _, ...tip } = await requestTip(ask);
      return tip;
    },
    block: (id) => request(`/colonnade/v1/blocks/${id}`, readBlock),
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
