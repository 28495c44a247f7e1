import { create } from "zustand";
import { readStored, removeStored, storageKeys, writeStored } from "./storage.ts";
import { type SentTransaction, sentTransactionsSchema } from "./stored-state.ts";

interface SentTransactions {
  /** What this tab sent, or found on load. Oldest first. */
  sent: SentTransaction[];
  add: (transaction: SentTransaction) => void;
  markAnnounced: (txId: string) => void;
  /** Forgets a transaction. False where it was forgotten already. */
  remove: (txId: string) => boolean;
  /** Forgets what an address sent. */
  removeOf: (address: string) => void;
}

const MOST = 100;

const restore = () => readStored(storageKeys.pendingTransactions, sentTransactionsSchema) ?? [];

function keep(sent: SentTransaction[]) {
  if (sent.length === 0) removeStored(storageKeys.pendingTransactions);
  else writeStored(storageKeys.pendingTransactions, sent.slice(-MOST));
}

/**
 * Transactions sent from this device whose outcome is not known yet. They survive a reload. What other tabs
 * send is kept beside it, and followed there.
 */
export const useSentTransactions = create<SentTransactions>((set, get) => {
  const change = (next: (before: SentTransaction[]) => SentTransaction[]) => {
    keep(next(restore()));
    set({ sent: next(get().sent) });
  };
  return {
    sent: restore(),
    add: (transaction) => change((before) => [...before, transaction]),
    markAnnounced: (txId) =>
      change((before) =>
        before.map((one) => (one.txId === txId ? { ...one, announced: true } : one)),
      ),
    remove(txId) {
      const known = get().sent.some((one) => one.txId === txId);
      change((before) => before.filter((one) => one.txId !== txId));
      return known;
    },
    removeOf: (address) => change((before) => before.filter((one) => one.address !== address)),
  };
});
