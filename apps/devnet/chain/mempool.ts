import type { Transaction } from "./transaction.ts";

/** A transaction waiting for its block. */
export interface PendingTransaction {
  transaction: Transaction;
  /** Unix seconds. */
  receivedAt: number;
  /** The chain's height when it came. */
  receivedHeight: number;
}

/** How far ahead of the account a nonce may be, as on a stacks-node. */
export const CHAINING_LIMIT = 25n;

const BLOCK_TRANSACTIONS = 500;
const BLOCK_BYTES = 2 * 1024 * 1024;

/** The transactions that wait, by arrival and by sender and nonce. */
export class Mempool {
  readonly #byTxid = new Map<string, PendingTransaction>();
  readonly #bySlot = new Map<string, string>();

  get size(): number {
    return this.#byTxid.size;
  }

  get(txid: string): PendingTransaction | undefined {
    return this.#byTxid.get(txid);
  }

  /** The one that waits under the same sender and nonce. */
  atSlot(sender: string, nonce: bigint): PendingTransaction | undefined {
    const txid = this.#bySlot.get(slot(sender, nonce));
    return txid === undefined ? undefined : this.#byTxid.get(txid);
  }

  add(pending: PendingTransaction): void {
    const { txid, sender, nonce } = pending.transaction;
    this.#byTxid.set(txid, pending);
    this.#bySlot.set(slot(sender, nonce), txid);
  }

  remove(txid: string): PendingTransaction | undefined {
    const pending = this.#byTxid.get(txid);
    if (pending === undefined) return undefined;
    this.#byTxid.delete(txid);
    this.#bySlot.delete(slot(pending.transaction.sender, pending.transaction.nonce));
    return pending;
  }

  /** In order of arrival. */
  list(): PendingTransaction[] {
    return [...this.#byTxid.values()];
  }

  listOf(sender: string): PendingTransaction[] {
    return this.list()
      .filter(({ transaction }) => transaction.sender === sender)
      .sort((a, b) => Number(a.transaction.nonce - b.transaction.nonce));
  }

  /**
   * What the next block takes: first come, first served, each sender's in the order of its nonces.
   * A real miner goes by fee; here a transaction is never kept waiting by another.
   */
  select(nextNonce: (sender: string) => bigint): Transaction[] {
    const selected: Transaction[] = [];
    const nonces = new Map<string, bigint>();
    let bytes = 0;
    const arrived = new Set<string>();
    for (const { transaction } of this.#byTxid.values()) {
      arrived.add(transaction.txid);
      const { sender } = transaction;
      for (;;) {
        const nonce = nonces.get(sender) ?? nextNonce(sender);
        const next = this.atSlot(sender, nonce)?.transaction;
        if (next === undefined || !arrived.has(next.txid)) break;
        if (selected.length === BLOCK_TRANSACTIONS || bytes + next.size > BLOCK_BYTES) {
          return selected;
        }
        selected.push(next);
        bytes += next.size;
        nonces.set(sender, nonce + 1n);
      }
    }
    return selected;
  }
}

function slot(sender: string, nonce: bigint): string {
  return `${sender}#${nonce}`;
}
