import type { PlainValue } from "@colonnade/domain/clarity-value.ts";

/** Where the node's chain ends. */
export interface ChainTip {
  height: number;
  /** Null where the node does not say. */
  indexBlockHash: string | null;
}

/** What a node knows of a transaction. */
export interface TransactionReport {
  /** `pending`, `success`, `abort_by_response`, `abort_by_post_condition` or `dropped_*`. */
  status: string;
  sender: string;
  /** Null for a transaction that calls no contract. */
  contractId: string | null;
  functionName: string | null;
  /** Undefined where there is none, null where it is too long to be one of the protocol's. */
  firstArgument: PlainValue | undefined;
}

/** The questions that the service asks a Stacks node or its API. A node that does not answer throws. */
export interface ChainNode {
  tip(): Promise<ChainTip>;
  /**
   * A block as a `/new_block` payload.
   * @param id its index block hash (of any branch), or a height on the node's canonical chain
   * @returns null where there is none
   */
  block(id: string | number): Promise<unknown>;
  /** @returns null for a transaction that the node has never seen */
  transaction(txId: string): Promise<TransactionReport | null>;
  /** The height of the first block that can hold anything of Colonnade's. */
  firstHeight(): Promise<number>;
}

/** The node did not answer, or with something else than was asked. */
export class NodeError extends Error {
  override readonly name = "NodeError";
}
