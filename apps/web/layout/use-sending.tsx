import { times } from "@colonnade/domain/limits.ts";
import { useState } from "react";
import { toast } from "react-toastify";
import type { SentTransaction } from "../features/wallet/stored-state.ts";
import { type ContractCall, sendTransaction } from "../features/wallet/transaction.ts";
import { describeWalletError, isCancelled } from "../features/wallet/wallet-error.ts";
import { dismissFailedToasts } from "./failed-toasts.ts";
import { TransactionToast } from "./transaction-toast.tsx";

/** Says what a wallet refused with: a person's own no in passing, anything else for longer. */
export function toastWalletError(error: unknown): void {
  const words = describeWalletError(error);
  if (isCancelled(error)) toast.info(words, { autoClose: times.toast });
  else toast.error(words);
}

/** Sending a transaction through the wallet, with what is said about it. */
export function useSending() {
  const [sending, setSending] = useState(false);
  return {
    /** While the wallet asks the person. */
    sending,
    /**
     * @param build makes the call; what it throws is said like a wallet's refusal
     * @returns null when nothing was sent
     */
    async send(build: () => Promise<ContractCall>): Promise<SentTransaction | null> {
      setSending(true);
      try {
        const transaction = await sendTransaction(await build());
        dismissFailedToasts(transaction);
        toast(<TransactionToast txId={transaction.txId} />, {
          toastId: transaction.txId,
          autoClose: false,
        });
        return transaction;
      } catch (error) {
        toastWalletError(error);
        return null;
      } finally {
        setSending(false);
      }
    },
  };
}
