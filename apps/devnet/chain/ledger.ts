import type { NewBlock } from "./block.ts";
import {
  type BlockRecord,
  type DroppedStatus,
  LogError,
  type LogRecord,
  type TransactionRecord,
} from "./log.ts";
import { Mempool } from "./mempool.ts";
import { readAcceptedTransaction, signersOf, type Transaction } from "./transaction.ts";

/** A transaction that this node has accepted, with what became of it. */
export interface LedgerEntry {
  transaction: Transaction;
  /** Unix seconds. */
  receivedAt: number;
  /** The chain's height when it came. */
  receivedHeight: number;
  /** Why it left the mempool without being mined, if it did. */
  dropped: DroppedStatus | undefined;
  /** The transaction that replaced it, if one did. */
  replacedBy: string | null;
  /** The blocks that hold it; several if it is on several branches. */
  blocks: NewBlock[];
}

/** What a node posts to its observers. */
export interface Post {
  path: "/new_block" | "/new_burn_block" | "/new_mempool_tx" | "/drop_mempool_tx";
  body: object;
}

/** The reason that a node posts for a dropped transaction. */
const dropReasons: Record<DroppedStatus, string> = {
  dropped_replace_by_fee: "ReplaceByFee",
  dropped_replace_across_fork: "ReplaceAcrossFork",
  dropped_too_expensive: "TooExpensive",
  dropped_stale_garbage_collect: "StaleGarbageCollect",
  dropped_problematic: "Problematic",
};

/** The sum of the log's records: blocks, transactions, nonces, mempool. It holds no Clarity state. */
export class Ledger {
  readonly mempool = new Mempool<LedgerEntry>();
  /** By txid, in order of arrival. */
  readonly entries = new Map<string, LedgerEntry>();
  /** All posts in order. It only grows. */
  readonly posts: Post[] = [];
  /** The canonical branch from height 1. */
  readonly canonical: BlockRecord[] = [];
  readonly #byHash = new Map<string, NewBlock>();
  readonly #nonces = new Map<string, bigint>();
  /** Transactions that a fork dropped. Observers see that fork once it is higher than the branch it replaces. */
  #droppedAbove: { height: number; txids: string[] } | undefined;

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
    return block.transactions.map(({ txid }) => this.#entryOf(txid).transaction);
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
        this.#drop(record.txid, record.status, null);
        break;
      case "block":
        this.#applyBlock(record);
        break;
      case "fork":
        this.#applyFork(record.height, record.transactions);
        break;
    }
  }

  #applyTransaction({ raw, receivedAt, receivedHeight }: TransactionRecord): void {
    const transaction = readAcceptedTransaction(raw);
    for (const rival of this.mempool.rivalsOf(transaction)) {
      this.#drop(rival.transaction.txid, "dropped_replace_by_fee", transaction.txid);
    }
    const blocks = this.entries.get(transaction.txid)?.blocks ?? [];
    const entry: LedgerEntry = {
      transaction,
      receivedAt,
      receivedHeight,
      dropped: undefined,
      replacedBy: null,
      blocks,
    };
    this.entries.set(transaction.txid, entry);
    this.mempool.add(entry);
    // The genesis has a transaction that never waited.
    if (receivedHeight > 0) this.posts.push({ path: "/new_mempool_tx", body: [raw] });
  }

  #drop(txid: string, status: DroppedStatus, replacedBy: string | null): void {
    this.mempool.remove(txid);
    Object.assign(this.#entryOf(txid), { dropped: status, replacedBy });
    this.#postDropped([txid], status, replacedBy);
  }

  #postDropped(txids: string[], status: DroppedStatus, replacedBy: string | null): void {
    const reason = dropReasons[status];
    const body = { dropped_txids: txids, new_txid: replacedBy, reason };
    this.posts.push({ path: "/drop_mempool_tx", body });
  }

  #applyBlock(record: BlockRecord): void {
    const { block } = record;
    if (block.block_height !== this.canonical.length + 1) {
      throw new LogError(`block ${block.block_height} of the log does not follow its parent`);
    }
    const parent = this.canonical.at(-1)?.block;
    if (block.burn_block_hash !== parent?.burn_block_hash) {
      this.posts.push({ path: "/new_burn_block", body: viewBurnBlock(block) });
    }
    this.posts.push({ path: "/new_block", body: block });
    this.canonical.push(record);
    if (this.#droppedAbove !== undefined && block.block_height > this.#droppedAbove.height) {
      this.#postDropped(this.#droppedAbove.txids, "dropped_replace_across_fork", null);
      this.#droppedAbove = undefined;
    }
    this.#byHash.set(block.index_block_hash, block);
    this.#byHash.set(block.block_hash, block);
    for (const { txid } of block.transactions) {
      this.mempool.remove(txid);
      const entry = this.#entryOf(txid);
      entry.blocks.push(block);
      this.#advanceNonces(entry.transaction);
    }
  }

  #advanceNonces(transaction: Transaction): void {
    for (const { address, nonce } of signersOf(transaction)) {
      this.#nonces.set(address, nonce + 1n);
    }
  }

  #applyFork(height: number, transactions: "return" | "drop"): void {
    const before = Math.max(this.canonical.length, this.#droppedAbove?.height ?? 0);
    const orphaned = this.canonical.splice(height);
    this.#nonces.clear();
    for (const { block } of this.canonical) {
      for (const transaction of this.transactionsOf(block)) this.#advanceNonces(transaction);
    }
    const returning = orphaned.flatMap(({ block }) =>
      block.transactions.map(({ txid }) => this.#entryOf(txid)),
    );
    if (transactions === "drop") {
      for (const entry of returning) entry.dropped = "dropped_replace_across_fork";
      const txids = returning.map(({ transaction }) => transaction.txid);
      const earlier = this.#droppedAbove?.txids ?? [];
      this.#droppedAbove = { height: before, txids: [...earlier, ...txids] };
      return;
    }
    const waiting = this.mempool.list();
    for (const { transaction } of waiting) this.mempool.remove(transaction.txid);
    for (const entry of [...returning, ...waiting]) this.mempool.add(entry);
  }

  #entryOf(txid: string): LedgerEntry {
    const entry = this.entries.get(txid);
    if (entry === undefined) throw new LogError(`transaction ${txid} is not in the log`);
    return entry;
  }
}

/** A Bitcoin block as a node posts it. Nobody mines for a reward on the devnet. */
function viewBurnBlock(block: NewBlock) {
  return {
    burn_amount: 0,
    burn_block_hash: block.burn_block_hash,
    burn_block_height: block.burn_block_height,
    consensus_hash: block.consensus_hash,
    parent_burn_block_hash: block.parent_burn_block_hash,
    reward_recipients: [],
    reward_slot_holders: [],
  };
}
