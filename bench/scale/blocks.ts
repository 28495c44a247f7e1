import { createHash } from "node:crypto";
import { type ContractEvent, contractEventTopics } from "@colonnade/domain/contract-event.ts";
import type { NewBlock } from "@colonnade/service/chain/new-block.ts";
import type { Database } from "@colonnade/service/db/database.ts";
import { protocolContract, toClarity } from "@colonnade/service/tests/support/blocks.ts";
import { createAddress, makeUnsignedContractCall, serializeCV } from "@stacks/transactions";
import { sql } from "kysely";

/** A successful call that prints one event. */
export interface Call {
  txId: string;
  txIndex: number;
  sender: string;
  event: ContractEvent;
}

/** A block as a node posts it. */
export async function blockOf(
  place: Pick<
    NewBlock,
    "block_height" | "block_time" | "index_block_hash" | "parent_index_block_hash"
  >,
  calls: readonly Call[],
): Promise<NewBlock> {
  const transactions: NewBlock["transactions"] = [];
  const events: NewBlock["events"] = [];
  for (const { txId, txIndex, sender, event } of calls) {
    const raw_tx = await rawTransaction(sender, event.topic);
    transactions.push({ txid: txId, tx_index: txIndex, status: "success", raw_tx });
    events.push({
      txid: txId,
      event_index: txIndex,
      committed: true,
      type: "contract_event",
      contract_event: {
        contract_identifier: protocolContract,
        topic: "print",
        raw_value: `0x${serializeCV(toClarity(event))}`,
      },
    });
  }
  return { ...place, transactions, events };
}

/** A hash that is the same in every run. */
export function hashOf(text: string): string {
  return `0x${createHash("sha256").update(text).digest("hex")}`;
}

/** Reads the blocks of a database back as a node would post them, from a height on. */
export async function readPayloads({ kysely }: Database, fromHeight: number): Promise<NewBlock[]> {
  const blocks = await kysely
    .selectFrom("blocks")
    .where("height", ">=", fromHeight)
    .orderBy("height")
    .selectAll()
    .execute();
  const payloads: NewBlock[] = [];
  for (const block of blocks) {
    const { rows } = await sql<{
      tx_id: string;
      tx_index: number;
      sender: string;
      payload: string;
    }>`
      select t.tx_id, t.tx_index, t.sender, c.payload
      from transactions t join contract_events c using (index_block_hash, tx_index)
      where t.index_block_hash = ${block.index_block_hash} order by t.tx_index`.execute(kysely);
    payloads.push(
      await blockOf(
        {
          block_height: block.height,
          block_time: block.block_time,
          index_block_hash: block.index_block_hash,
          parent_index_block_hash: block.parent_index_block_hash,
        },
        rows.map(({ tx_id, tx_index, sender, payload }) => ({
          txId: tx_id,
          txIndex: tx_index,
          sender,
          event: eventOf(payload),
        })),
      ),
    );
  }
  return payloads;
}

/** An event as its table keeps it; not the chain's form, in which numbers are bigints and names are bytes. */
function eventOf(payload: string): ContractEvent {
  const event: ContractEvent = JSON.parse(payload);
  if (!topics.has(event.topic)) throw new Error(`No such event: ${payload}`);
  return event;
}

const topics = new Set<string>(contractEventTopics);

const PUBLIC_KEY = "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798";
/** hash160 of that key. */
const SIGNER = "751e76e8199196d454941c45d1b3a323f1433bd6";
const templates = new Map<string, string>();

/** An unsigned call by an address: the signer's hash is put in place of the key's that it was made with. */
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
