import {
  type ContractEvent,
  ContractEventError,
  decodeContractEvent,
} from "@colonnade/contract-events/contract-event.ts";
import { subjectOf } from "@colonnade/contract-events/fold/chain-entry.ts";
import type { PendingEvent } from "@colonnade/domain/event.ts";
import { limits } from "@colonnade/domain/limits.ts";
import { aboutOf, decodeCall } from "./contract-call.ts";
import type { NewBlock } from "./new-block.ts";

/** A contract event and its place in the block. */
export interface BlockEvent {
  txIndex: number;
  /**
   * Counts the protocol's prints in the transaction. A node counts all events of the block, the Hiro API those of the
   * transaction.
   */
  eventIndex: number;
  txId: string;
  event: ContractEvent;
}

/** A transaction that calls the protocol, directly or through another contract. */
export interface BlockTransaction {
  txIndex: number;
  txId: string;
  sender: string;
  /** Null when it calls another contract, which then calls the protocol. */
  functionName: string | null;
  /** The endorsement or organization that its arguments name. */
  about: PendingEvent["metaData"];
  status: string;
  /** The error with which the contract refused it; null where it did not. */
  errorCode: number | null;
  /** The signed bytes of a call that changed an endorsement, as 0x and hexadecimal digits; null for any other. */
  raw: string | null;
}

/** The part of a block that concerns Colonnade. */
export interface Block {
  indexBlockHash: string;
  /** The parent, or the nearest ancestor that is not left out. */
  parentIndexBlockHash: string;
  /** The number of blocks between the two. They hold nothing of the contract. */
  leftOut: number;
  height: number;
  /** Unix seconds. */
  time: number;
  /** In order, failed ones included. */
  transactions: BlockTransaction[];
  /** In order. */
  events: BlockEvent[];
}

/** A block that cannot be decoded, or cannot follow its parent. It is quarantined whole, never half applied. */
export class BlockError extends Error {
  override readonly name = "BlockError";
}

/**
 * Decodes the part of a `/new_block` payload that was read.
 * @throws BlockError when a part of it cannot be decoded
 */
export function decodeBlock(block: NewBlock, protocolContract: string): Block {
  try {
    const time = block.block_time ?? block.burn_block_time;
    if (time == null) throw new BlockError(`Block ${block.index_block_hash} has no time`);
    if (block.index_block_hash === block.parent_index_block_hash)
      throw new BlockError(`Block ${block.index_block_hash} is its own parent`);
    refuseRepeated(block);
    const events = decodeEvents(block);
    return {
      indexBlockHash: block.index_block_hash,
      parentIndexBlockHash: block.parent_index_block_hash,
      leftOut: block.blocks_left_out ?? 0,
      height: block.block_height,
      time,
      transactions: decodeTransactions(block, protocolContract, events),
      events,
    };
  } catch (error) {
    if (error instanceof BlockError) throw error;
    const reason = error instanceof ContractEventError ? error.message : String(error);
    throw new BlockError(`Block ${block.index_block_hash}: ${reason}`, { cause: error });
  }
}

/** @throws BlockError for two transactions with one id, or in one place */
function refuseRepeated({ transactions, index_block_hash: hash }: NewBlock): void {
  const ids = new Set(transactions.map(({ txid }) => txid));
  const places = new Set(transactions.map(({ tx_index }) => tx_index));
  if (Math.min(ids.size, places.size) < transactions.length)
    throw new BlockError(`Block ${hash} has a transaction twice, or two in one place`);
}

function decodeEvents(block: NewBlock): BlockEvent[] {
  const succeeded = new Map(
    block.transactions
      .filter(({ status }) => status === "success")
      .map(({ txid, tx_index }) => [txid, tx_index]),
  );
  const events: BlockEvent[] = [];
  const printed = new Map<string, number>();
  const inOrder = block.events.toSorted((a, b) => a.event_index - b.event_index);
  for (const { txid, event_index, committed, type, contract_event: print } of inOrder) {
    if (!committed || type !== "contract_event" || print?.topic !== "print") continue;
    const txIndex = succeeded.get(txid);
    if (txIndex === undefined) {
      throw new BlockError(`Event ${event_index} is of ${txid}, which did not succeed here`);
    }
    const eventIndex = printed.get(txid) ?? 0;
    printed.set(txid, eventIndex + 1);
    const event = decodeContractEvent(print.raw_value);
    if (event !== null) events.push({ txIndex, eventIndex, txId: txid, event });
  }
  return events.sort((a, b) => a.txIndex - b.txIndex || a.eventIndex - b.eventIndex);
}

function decodeTransactions(
  block: NewBlock,
  protocolContract: string,
  events: BlockEvent[],
): BlockTransaction[] {
  const printing = new Set(events.map(({ txId }) => txId));
  const changing = new Set(
    events.filter(({ event }) => subjectOf(event).kind === "endorsements").map(({ txId }) => txId),
  );
  const transactions: BlockTransaction[] = [];
  for (const { txid, tx_index, status, raw_tx, raw_result } of block.transactions) {
    const call = decodeCall(raw_tx);
    const ours = call.contractId === protocolContract;
    if (!ours && !printing.has(txid)) continue;
    transactions.push({
      txIndex: tx_index,
      txId: txid,
      sender: call.sender,
      functionName: ours ? call.functionName : null,
      about: ours ? aboutOf(call.functionName, call.number) : {},
      status,
      errorCode: errorCodeOf(raw_result),
      raw: ours && changing.has(txid) ? keptOf(raw_tx) : null,
    });
  }
  return transactions.sort((a, b) => a.txIndex - b.txIndex);
}

/** The raw transaction in one spelling; null if it is too long to be kept, or not whole bytes. */
function keptOf(raw: string): string | null {
  const digits = raw.replace(/^0x/, "").toLowerCase();
  if (digits.length > 2 * limits.rawTransactionBytes) return null;
  return /^(?:[0-9a-f]{2})+$/.test(digits) ? `0x${digits}` : null;
}

/** `(err uN)`, serialized: an error response with a whole number of sixteen bytes. */
const ERROR = /^0x0801([0-9a-f]{32})$/;

/** @returns the error's number; null for any other response, and for an unknown one */
function errorCodeOf(result: string | null | undefined): number | null {
  const digits = ERROR.exec(result ?? "")?.[1];
  const code = Number(`0x${digits}`);
  return Number.isSafeInteger(code) ? code : null;
}
