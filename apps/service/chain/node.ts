import type { PlainValue } from "@colonnade/contract-events/clarity-value.ts";
import type { NewBlock } from "./new-block.ts";
import type { Candidate, UnfitPayload } from "./payload.ts";

/** The last block of the node's chain. */
export interface ChainTip {
  height: number;
  /** Null where the node does not say. */
  indexBlockHash: string | null;
}

/** A block without what is in it. */
export interface BlockHeader {
  height: number;
  indexBlockHash: string;
  parentIndexBlockHash: string;
  /** Unix seconds. */
  time: number;
}

/** What a canonical block holds of the contract: the transactions that call it or made it print, and its prints. */
export interface BlockContents extends Pick<NewBlock, "transactions" | "events"> {
  height: number;
  indexBlockHash: string;
  /** Unix seconds. */
  time: number;
}

/** A node's lists, from which a long gap is read without asking for each block. */
export interface ChainLists {
  /** A canonical block and its ancestors, newest first. */
  headers(indexBlockHash: string): AsyncGenerator<BlockHeader>;
  /** The header of the canonical block at a height, or of a block of any branch. */
  header(id: string | number): Promise<(BlockHeader & { canonical: boolean }) | null>;
  /** The canonical blocks above a height that hold something of the contract, oldest first. */
  contentsAbove(height: number): AsyncGenerator<BlockContents>;
  /**
   * What one canonical block holds, from that block's own routes. Servers behind one address differ by a block or two.
   * The other lists do not show which blocks their server lacks.
   * @throws NodeError when a server that answered lacks the block
   */
  contentsOf(block: BlockHeader): Promise<Pick<NewBlock, "transactions" | "events">>;
  /** Decodes a block that was put together from these lists. */
  decode(block: NewBlock): Promise<Candidate | UnfitPayload>;
}

/** What a node knows of a transaction. */
export interface TransactionReport {
  /** `pending`, `success`, `abort_by_response`, `abort_by_post_condition` or `dropped_*`. */
  status: string;
  sender: string;
  /** Null for a transaction that calls no contract. */
  contractId: string | null;
  functionName: string | null;
  /** Undefined where there is none; null where it is too long to be an argument of the protocol. */
  firstArgument: PlainValue | undefined;
}

/** What the service asks a Stacks node or its API. Every call throws NodeError when the node does not answer. */
export interface ChainNode {
  /** @throws NodeVersionError when the node's API is too old */
  tip(): Promise<ChainTip>;
  /**
   * A block, read as one that the node posts.
   * @param id its index block hash (of any branch), or a height on the node's canonical chain
   * @returns null where there is none
   * @throws NodeError also when the answer names no block
   */
  block(id: string | number): Promise<Candidate | UnfitPayload | null>;
  /**
   * @returns null for a transaction that the node has never seen
   * @throws LongAnswerError for one that is too long to be a call of the protocol
   */
  transaction(txId: string): Promise<TransactionReport | null>;
  /** The height of the first block that can concern Colonnade. */
  firstHeight(): Promise<number>;
  /** Absent for a node that serves whole blocks. */
  lists?: ChainLists;
}

/** The node did not answer, or its answer has the wrong shape. */
export class NodeError extends Error {
  override readonly name: string = "NodeError";
}

/** The answer is longer than any that was asked for. */
export class LongAnswerError extends NodeError {
  override readonly name = "LongAnswerError";
}

/** The node refuses a request for good, such as one to a route that it has closed. */
export class RefusedError extends NodeError {
  override readonly name = "RefusedError";
  /** The HTTP status. */
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** The node's API is too old. The message can be shown to the operator. */
export class NodeVersionError extends NodeError {
  override readonly name = "NodeVersionError";
}
