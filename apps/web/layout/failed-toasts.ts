import { toast } from "react-toastify";
import type { SentTransaction } from "../features/wallet/stored-state.ts";

/** What failed since the page was loaded: its toast stands until it is closed. */
const failed: SentTransaction[] = [];

const subjects = ["endorsementId", "organizationId", "person"] as const;

function isSameTask(one: SentTransaction, other: SentTransaction): boolean {
  return (
    one.address === other.address &&
    one.event === other.event &&
    subjects.every((subject) => one.metaData[subject] === other.metaData[subject])
  );
}

/** Remembers that a toast says of a transaction that it failed. */
export function noteFailedToast(transaction: SentTransaction): void {
  failed.push(transaction);
}

/** Takes back what is said of earlier failures, since the same was sent again. */
export function dismissFailedToasts(again: SentTransaction): void {
  for (const one of failed) if (isSameTask(one, again)) toast.dismiss(one.txId);
}

/** What the open page follows to its end, and says of itself how it ended. */
const followed = new Set<string>();

/** Keeps what failed out of the toasts, as long as the page that says it is open. Answers how to end that. */
export function keepFailuresOnPage(txIds: string[]): () => void {
  for (const txId of txIds) followed.add(txId);
  return () => {
    for (const txId of txIds) followed.delete(txId);
  };
}

/** Whether the open page says it, should this transaction fail. */
export function isFailureOnPage(txId: string): boolean {
  return followed.has(txId);
}
