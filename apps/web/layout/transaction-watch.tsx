import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { toast } from "react-toastify";
import { blockedKey, eventsKey, inboxKey, queryKeys, wholeProfileKey } from "../api/query-keys.ts";
import { refreshAllEndorsements } from "../features/endorsement/query.ts";
import { forgetSentEndorsement, updateSentWords } from "../features/endorsement/unsent.ts";
import { checkStoredSession } from "../features/wallet/connection.ts";
import { getSent, type SentTransaction } from "../features/wallet/sent-transactions.ts";
import { finishSignOut } from "../features/wallet/server-session.ts";
import { failProfileCreation, useSession } from "../features/wallet/session-store.ts";
import { type Ending, useTransactionOutcomes } from "../features/wallet/transaction-status.ts";
import { describeWalletError } from "../features/wallet/wallet-error.ts";
import { sayWhen } from "../ui/time.tsx";
import { toastOutcome, toastSent } from "./transaction-toasts.tsx";

/** Follows the transactions that this device sent, and says how each ended. Renders nothing. */
export function TransactionWatch() {
  const client = useQueryClient();
  const onSeen = ({ address }: SentTransaction) => {
    client.invalidateQueries({ queryKey: eventsKey(address) });
    client.invalidateQueries({ queryKey: wholeProfileKey(address) });
  };
  const onOutcome = useCallback(
    (transaction: SentTransaction, outcome: Ending) => {
      updateStored(transaction, outcome);
      toastOutcome(transaction, outcome);
      const changed = [
        eventsKey(transaction.address),
        inboxKey(transaction.address),
        blockedKey(transaction.address),
        wholeProfileKey(transaction.address),
        queryKeys.organization,
        queryKeys.application,
        queryKeys.report,
      ];
      const { endorsementId, endorsementIds = [] } = transaction.metaData;
      const about =
        endorsementId === undefined ? endorsementIds : [endorsementId, ...endorsementIds];
      return Promise.all([
        refreshAllEndorsements(client, about),
        ...changed.map((queryKey) => client.invalidateQueries({ queryKey })),
      ]);
    },
    [client],
  );
  useTransactionOutcomes(onSeen, onOutcome);
  useEffect(resumeToasts, []);
  useEffect(() => {
    checkStoredSession().catch((error: unknown) => toast.error(describeWalletError(error)));
    // If the service is still not reached, the next question about the session tries again.
    Promise.allSettled([finishSignOut()]);
  }, []);
  return null;
}

/** At most this many toasts come back after a reload. */
const MOST_RESUMED = 3;
let resumed = false;

/** After a reload, brings back the toasts of the account's transactions that are still pending. */
function resumeToasts() {
  if (resumed) return;
  resumed = true;
  const { senderAddress } = useSession.getState();
  const own = getSent().filter(({ address }) => address === senderAddress);
  for (const transaction of own.slice(-MOST_RESUMED)) {
    const sentAt = new Date(transaction.sentAt).toISOString();
    toastSent(transaction, `Sent ${sayWhen(sentAt)}, and not confirmed yet.`);
  }
}

/** Updates what this device stores about what the transaction was for. */
function updateStored(transaction: SentTransaction, outcome: Ending) {
  const { event, address, txId } = transaction;
  if (event === "SUBMIT_ENDORSEMENT") {
    if (outcome.state === "failed") updateSentWords(transaction);
    else forgetSentEndorsement(transaction);
  }
  const isOwn = useSession.getState().senderAddress === address;
  if (event === "REGISTER_PROFILE" && isOwn && outcome.state === "failed") {
    failProfileCreation(txId, outcome.reason);
  }
}
