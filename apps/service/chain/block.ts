import {
  type ContractEvent,
  ContractEventError,
  decodeContractEvent,
} from "@colonnade/domain/contract-event.ts";
import type { PendingEvent } from "@colonnade/domain/event.ts";
import { z } from "zod";
import { aboutOf } from "./call-about.ts";
import { decodeCall } from "./contract-call.ts";
import { errorCodeOf } from "./error-code.ts";
import { type NewBlock, newBlockSchema } from "./new-block.ts";

/** A contract event in its place in the block. */
export interface BlockEvent {
  txIndex: number;
  eventIndex: number;
  txId: string;
  event: ContractEvent;
}

/** A transaction that calls the protocol, by itself or through another contract. */
export interface BlockTransaction {
  txIndex: number;
  txId: string;
  sender: string;
  /** Null when it calls another contract, which calls the protocol. */
  functionName: string | null;
  /** What it is about, as it says itself. */
  about: PendingEvent["metaData"];
  status: string;
  /** By which error the contract refused it; null where it did not. */
  errorCode: number | null;
}

/** What a block tells Colonnade. */
export interface Block {
  indexBlockHash: string;
  parentIndexBlockHash: string;
  height: number;
  /** Unix seconds. */
  time: number;
  /** In order; failed ones too. */
  transactions: BlockTransaction[];
  /** In order. */
  events: BlockEvent[];
}

/** A block that does not read as one. It is set aside whole, never half applied. */
export class BlockError extends Error {
  override readonly name = "BlockError";
}

/**
 * Reads a `/new_block` payload.
 * @throws BlockError when any part of it that concerns the protocol contract cannot be decoded
 */
export function decodeBlock(payload: unknown, protocolContract: string): Block {
  const parsed = newBlockSchema.safeParse(payload);
  if (!parsed.success) throw new BlockError(z.prettifyError(parsed.error));
  const block = parsed.data;
  try {
    const events = decodeEvents(block, protocolContract);
    return {
      indexBlockHash: block.index_block_hash,
      parentIndexBlockHash: block.parent_index_block_hash,
      height: block.block_height,
      time: block.block_time,
      transactions: decodeTransactions(block, protocolContract, events),
      events,
    };
  } catch (error) {
    if (error instanceof BlockError) throw error;
    const reason = error instanceof ContractEventError ? error.message : String(error);
    throw new BlockError(`Block ${block.index_block_hash}: ${reason}`, { cause: error });
  }
}

function decodeEvents(block: NewBlock, protocolContract: string): BlockEvent[] {
  const succeeded = new Map(
    block.transactions
      .filter(({ status }) => status === "success")
      .map(({ txid, tx_index }) => [txid, tx_index]),
  );
  const events: BlockEvent[] = [];
  for (const { txid, event_index, committed, type, contract_event: print } of block.events) {
    if (!committed || type !== "contract_event" || print?.topic !== "print") continue;
    if (print.contract_identifier !== protocolContract) continue;
    const txIndex = succeeded.get(txid);
    if (txIndex === undefined) {
      throw new BlockError(`Event ${event_index} is of ${txid}, which did not succeed here`);
    }
    const event = decodeContractEvent(print.raw_value);
    if (event !== null) events.push({ txIndex, eventIndex: event_index, txId: txid, event });
  }
  return events.sort((a, b) => a.txIndex - b.txIndex || a.eventIndex - b.eventIndex);
}

function decodeTransactions(
  block: NewBlock,
  protocolContract: string,
  events: BlockEvent[],
): BlockTransaction[] {
  const printing = new Set(events.map(({ txId }) => txId));
  const transactions: BlockTransaction[] = [];
  for (const { txid, tx_index, status, raw_tx, raw_result } of block.transactions) {
    const known = printing.has(txid);
    if (!known && !names(raw_tx, protocolContract)) continue;
    const call = decodeCall(raw_tx);
    const ours = call.contractId === protocolContract;
    if (!known && !ours) continue;
    transactions.push({
      txIndex: tx_index,
      txId: txid,
      sender: call.sender,
      functionName: ours ? call.functionName : null,
      about: ours ? aboutOf(call.functionName, call.number) : {},
      status,
      errorCode: errorCodeOf(raw_result),
    });
  }
  return transactions.sort((a, b) => a.txIndex - b.txIndex);
}

/** Whether a raw transaction holds the contract's name at all: cheap, against decoding every transaction. */
function names(rawTransaction: string, contractId: string): boolean {
  const name = contractId.split(".")[1] ?? "";
  return rawTransaction.includes(Buffer.from(name).toString("hex"));
}
