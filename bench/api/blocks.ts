import { createHash } from "node:crypto";
import type { ContractEvent } from "@colonnade/contract-events/contract-event.ts";
import type { NewBlock } from "@colonnade/service/chain/new-block.ts";
import { protocolContract, toClarity } from "@colonnade/service/tests/support/blocks.ts";
import { createAddress, makeUnsignedContractCall, serializeCV } from "@stacks/transactions";

/** A successful call that prints one event. */
export interface Call {
  sender: string;
  event: ContractEvent;
}

/** A block's place in a chain. */
interface Place {
  /** Blocks of another label have other hashes. */
  label: string;
  height: number;
  /** Unix seconds. */
  time: number;
  /** The hash of the block before. */
  parent: string;
}

/** Makes a block as a node posts it. */
export async function makeBlock(
  { label, height, time, parent }: Place,
  calls: readonly Call[],
): Promise<NewBlock> {
  const transactions: NewBlock["transactions"] = [];
  const events: NewBlock["events"] = [];
  for (const [index, { sender, event }] of calls.entries()) {
    const txid = hashOf(`${label} ${height}.${index}`);
    const raw_tx = await rawTransaction(sender, event.topic);
    transactions.push({ txid, tx_index: index, status: "success", raw_tx });
    events.push({
      txid,
      event_index: index,
      committed: true,
      type: "contract_event",
      contract_event: {
        contract_identifier: protocolContract,
        topic: "print",
        raw_value: `0x${serializeCV(toClarity(event))}`,
      },
    });
  }
  return {
    block_height: height,
    block_time: time,
    index_block_hash: hashOf(`${label} ${height}`),
    parent_index_block_hash: parent,
    transactions,
    events,
  };
}

/** A hash that is the same in every run. */
export function hashOf(text: string): string {
  return `0x${createHash("sha256").update(text).digest("hex")}`;
}

const PUBLIC_KEY = "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798";
/** The hash160 of `PUBLIC_KEY`. */
const SIGNER = "751e76e8199196d454941c45d1b3a323f1433bd6";
const templates = new Map<string, string>();

/** Makes an unsigned call. The sender's hash replaces the hash of the template's key. */
async function rawTransaction(sender: string, functionName: string): Promise<string> {
  const template = templates.get(functionName) ?? (await makeTemplate(functionName));
  templates.set(functionName, template);
  return template.replace(SIGNER, createAddress(sender).hash160);
}

async function makeTemplate(functionName: string): Promise<string> {
  const [contractAddress = "", contractName = ""] = protocolContract.split(".");
  const transaction = await makeUnsignedContractCall({
    contractAddress,
    contractName,
    functionName,
    functionArgs: [],
    publicKey: PUBLIC_KEY,
    network: "testnet",
    fee: 1,
    nonce: 0,
  });
  return `0x${transaction.serialize()}`;
}
