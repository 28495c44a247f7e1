import type { NewBlock } from "./block.ts";
import { type BlockRecord, type DroppedStatus, LogError, type LogRecord } from "./log.ts";
import { Mempool, type PendingTransaction } from "./mempool.ts";
import { readAcceptedTransaction, type Transaction } from "./transaction.ts";

/** Everything known of a transaction this node has ever taken. */
export interface TransactionStory {
  transaction: Transaction;
  /** Unix seconds. */
  receivedAt: number;
  receivedHeight: number;
  /** Why it left the mempool without being mined, if it did. */
  dropped: DroppedStatus | undefined;
  /** Where it was mined; several where branches have it. */
  blocks: NewBlock[];
}

/** What the log's records add up to: blocks, transactions, nonces, mempool. No Clarity state. */
export class Ledger {
  readonly mempool = new Mempool();
  /** By txid, in order of arrival. */
  readonly stories = new Map<string, TransactionStory>();
  /** All blocks in the order they were mined, orphans among them. */
  readonly mined: BlockRecord[] = [];
  /** The canonical branch from height 1. */
  readonly canonical: BlockRecord[] = [];
  readonly #byHash = new Map<string, NewBlock>();
  readonly #nonces = new Map<string, bigint>();

  blockAt(height: number): NewBlock | undefined {
    return this.canonical[height - 1]?.block;
  }

  /** By index block hash or block hash, canonical or not. */
  blockByHash(hash: string): NewBlock | undefined {
    return this.#byHash.get(hash);
  }

  isCanonical(block: NewBlock): boolean {
    return this.blockAt(block.block_height)?.index_block_hash === block.index_block_hash;
  }

  /** The nonce an account's next mined transaction must have. */
  nextNonce(address: string): bigint {
    return this.#nonces.get(address) ?? 0n;
  }

  /** The block's transactions in their order. */
  transactionsOf(block: NewBlock): Transaction[] {
    return block.transactions.map(({ txid }) => this.#storyOf(txid).transaction);
  }

  /** @throws LogError for a record that does not fit what came before it */
  apply(record: LogRecord): void {
    switch (record.kind) {
      case "genesis":
        throw new LogError("the log has a second genesis");
      case "transaction":
        this.#applyTransaction(record);
        break;
      case "dropped":
        this.#drop(record.txid, record.status);
        break;
      case "block":
        this.#applyBlock(record);
        break;
      case "fork":
        this.#applyFork(record.height, record.transactions);
        break;
    }
  }

  #applyTransaction(received: { raw: string; receivedAt: number; receivedHeight: number }): void {
    const transaction = readAcceptedTransaction(received.raw);
    const { receivedAt, receivedHeight } = received;
    const rival = this.mempool.atSlot(transaction.sender, transaction.nonce);
    if (rival !== undefined) this.#drop(rival.transaction.txid, "dropped_replace_by_fee");
    this.stories.set(transaction.txid, {
      transaction,
      receivedAt,
      receivedHeight,
      dropped: undefined,
      blocks: this.stories.get(transaction.txid)?.blocks ?? [],
    });
    this.mempool.add({ transaction, receivedAt, receivedHeight });
  }

  #drop(txid: string, status: DroppedStatus): void {
    this.mempool.remove(txid);
    this.#storyOf(txid).dropped = status;
  }

  #applyBlock(record: BlockRecord): void {
    const { block } = record;
    if (block.block_height !== this.canonical.length + 1) {
      throw new LogError(`block ${block.block_height} of the log does not follow its parent`);
    }
    this.mined.push(record);
    this.canonical.push(record);
    this.#byHash.set(block.index_block_hash, block);
    this.#byHash.set(block.block_hash, block);
    for (const { txid } of block.transactions) {
      this.mempool.remove(txid);
      const story = this.#storyOf(txid);
      story.blocks.push(block);
      this.#nonces.set(story.transaction.sender, story.transaction.nonce + 1n);
    }
  }

  #applyFork(height: number, transactions: "return" | "drop"): void {
    const orphaned = this.canonical.splice(height);
    this.#nonces.clear();
    for (const { block } of this.canonical) {
      for (const { sender, nonce } of this.transactionsOf(block)) {
        this.#nonces.set(sender, nonce + 1n);
      }
    }
    const returning = orphaned.flatMap(({ block }) =>
      block.transactions.map(({ txid }) => this.#storyOf(txid)),
    );
    if (transactions === "drop") {
      for (const story of returning) story.dropped = "dropped_replace_across_fork";
      return;
    }
    const waiting = this.mempool.list();
    for (const { transaction } of waiting) this.mempool.remove(transaction.txid);
    const restored = returning.map(
      ({ transaction, receivedAt, receivedHeight }): PendingTransaction => ({
        transaction,
        receivedAt,
        receivedHeight,
      }),
    );
    for (const pending of [...restored, ...waiting]) this.mempool.add(pending);
  }

  #storyOf(txid: string): TransactionStory {
    const story = this.stories.get(txid);
    if (story === undefined) throw new LogError(`transaction ${txid} is not in the log`);
    return story;
  }
}
