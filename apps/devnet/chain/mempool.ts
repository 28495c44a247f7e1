import { type Signer, signersOf, type Transaction } from "./transaction.ts";

const BLOCK_TRANSACTIONS = 500;
const BLOCK_BYTES = 2 * 1024 * 1024;

/** The waiting transactions, by arrival and by signer and nonce. */
export class Mempool<Entry extends { transaction: Transaction }> {
  readonly #byTxid = new Map<string, Entry>();
  readonly #bySlot = new Map<string, string>();

  get(txid: string): Entry | undefined {
    return this.#byTxid.get(txid);
  }

  /** The waiting transactions with the same sender and nonce, or with the same sponsor and nonce. */
  rivalsOf(transaction: Transaction): Entry[] {
    const rivals = slotsOf(transaction).map((slot) => this.#bySlot.get(slot));
    return [...new Set(rivals)].flatMap((txid = "") => this.#byTxid.get(txid) ?? []);
  }

  add(entry: Entry): void {
    const { transaction } = entry;
    this.#byTxid.set(transaction.txid, entry);
    for (const slot of slotsOf(transaction)) this.#bySlot.set(slot, transaction.txid);
  }

  remove(txid: string): void {
    const entry = this.#byTxid.get(txid);
    if (entry === undefined) return;
    this.#byTxid.delete(txid);
    for (const slot of slotsOf(entry.transaction)) this.#bySlot.delete(slot);
  }

  /** In order of arrival. */
  list(): Entry[] {
    return [...this.#byTxid.values()];
  }

  /** The waiting nonces of an account, as sender and as sponsor, ascending. */
  noncesOf(account: string): bigint[] {
    return this.list()
      .flatMap(({ transaction }) => signersOf(transaction))
      .filter(({ address }) => address === account)
      .map(({ nonce }) => nonce)
      .sort((a, b) => Number(a - b));
  }

  /**
   * The transactions of the next block, in order of arrival, each account's by nonce. A real miner
   * orders by fee; here no transaction delays another.
   */
  select(nextNonce: (account: string) => bigint): Transaction[] {
    const selected: Transaction[] = [];
    let bytes = 0;
    for (const transaction of this.#inOrder(nextNonce)) {
      bytes += transaction.size;
      if (selected.length === BLOCK_TRANSACTIONS || bytes > BLOCK_BYTES) break;
      selected.push(transaction);
    }
    return selected;
  }

  *#inOrder(nextNonce: (account: string) => bigint): Generator<Transaction> {
    const nonces = new Map<string, bigint>();
    const nonceOf = (account: string) => nonces.get(account) ?? nextNonce(account);
    const arrived = new Set<string>();
    for (const { transaction } of this.#byTxid.values()) {
      arrived.add(transaction.txid);
      const accounts = signersOf(transaction).map(({ address }) => address);
      for (const account of accounts) {
        const next = this.#nextOf(account, nonceOf);
        if (next === undefined || !arrived.has(next.txid)) continue;
        yield next;
        for (const { address, nonce } of signersOf(next)) {
          nonces.set(address, nonce + 1n);
          // Its next transaction may have waited for this one.
          accounts.push(address);
        }
      }
    }
  }

  /** The transaction with the next nonce of an account, if the nonces of all its signers are next. */
  #nextOf(account: string, nonceOf: (account: string) => bigint): Transaction | undefined {
    const signer = { address: account, nonce: nonceOf(account) };
    return (["sender", "sponsor"] as const)
      .flatMap((role) => this.#byTxid.get(this.#bySlot.get(slotOf(role, signer)) ?? "") ?? [])
      .map(({ transaction }) => transaction)
      .find((transaction) =>
        signersOf(transaction).every(({ address, nonce }) => nonce === nonceOf(address)),
      );
  }
}

/** Senders' and sponsors' nonces are kept apart: a transaction replaces another only by a nonce of the same role. */
function slotsOf(transaction: Transaction): string[] {
  const [sender, sponsor] = signersOf(transaction);
  return [
    ...(sender === undefined ? [] : [slotOf("sender", sender)]),
    ...(sponsor === undefined ? [] : [slotOf("sponsor", sponsor)]),
  ];
}

function slotOf(role: "sender" | "sponsor", { address, nonce }: Signer): string {
  return `${role} ${address}#${nonce}`;
}
