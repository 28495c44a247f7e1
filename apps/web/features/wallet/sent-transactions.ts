import { create } from "zustand";
import { readStored, removeStored, storageKeys, writeStored } from "./storage.ts";
import { type SentTransaction, sentTransactionsSchema } from "./stored-state.ts";

interface SentTransactions {
  /** Oldest first. */
  sent: SentTransaction[];
  add: (transaction: SentTransaction) => void;
  markAnnounced: (txId: string) => void;
  /** Forgets a transaction. False where it was forgotten already, here or in another tab. */
  remove: (txId: string) => boolean;
  /** Forgets what an address sent. */
  removeOf: (address: string) => void;
}

const restore = () => readStored(storageKeys.pendingTransactions, sentTransactionsSchema) ?? [];

/** Transactions sent from this device whose outcome is not known yet. They survive a reload. */
export const useSentTransactions = create<SentTransactions>((set) => {
  // Another tab may have written in between: storage is read again before each change.
  const change = (next: (before: SentTransaction[]) => SentTransaction[]) => {
    const sent = next(restore());
    if (sent.length === 0) removeStored(storageKeys.pendingTransactions);
    else writeStored(storageKeys.pendingTransactions, sent);
    set({ sent });
  };
  return {
    sent: restore(),
    add: (transaction) => change((before) => [...before.slice(-99), transaction]),
    markAnnounced: (txId) =>
      change((before) =>
        before.map((one) => (one.txId === txId ? { ...one, announced: true } : one)),
      ),
    remove(txId) {
      const known = restore().some((one) => one.txId === txId);
      change((before) => before.filter((one) => one.txId !== txId));
      return known;
    },
    removeOf: (address) => change((before) => before.filter((one) => one.address !== address)),
  };
});
