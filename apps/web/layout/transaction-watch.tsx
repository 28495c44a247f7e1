import { times } from "@colonnade/domain/limits.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { toast } from "react-toastify";
import { runtimeConfig } from "../api/runtime-config.ts";
import { endorsementKey } from "../features/endorsement/query.ts";
import { dropSent, takeBackSent } from "../features/endorsement/unsent.ts";
import { eventsKey } from "../features/events/query.ts";
import { applicationKey } from "../features/organization/application-query.ts";
import { organizationKey } from "../features/organization/query.ts";
import { profileQuery } from "../features/profile/query.ts";
import { checkKeptSession } from "../features/wallet/connection.ts";
import { useSentTransactions } from "../features/wallet/sent-transactions.ts";
import { useSession } from "../features/wallet/session-store.ts";
import type { SentTransaction } from "../features/wallet/stored-state.ts";
import { type Ending, useTransactionOutcomes } from "../features/wallet/transaction-status.ts";
import type { Viewer } from "../features/wallet/viewer.ts";
import { describeWalletError } from "../features/wallet/wallet-error.ts";
import { sayWhen } from "../ui/time.tsx";
import { isFailureOnPage, noteFailedToast } from "./failed-toasts.ts";
import { outcomeWords } from "./outcome-words.ts";
import { TransactionToast } from "./transaction-toast.tsx";

/** Follows what was sent from this device to its end and says how it ended. Shows nothing itself. */
export function TransactionWatch({ viewer }: { viewer: Viewer }) {
  const client = useQueryClient();
  const tell = useCallback(
    (transaction: SentTransaction, outcome: Ending) => {
      keepInMind(transaction, outcome);
      toastOutcome(transaction, outcome);
      client.invalidateQueries({ queryKey: eventsKey(transaction.address) });
      client.invalidateQueries({ queryKey: profileQuery(transaction.address).queryKey });
      client.invalidateQueries({ queryKey: endorsementKey });
      client.invalidateQueries({ queryKey: organizationKey });
      client.invalidateQueries({ queryKey: applicationKey });
    },
    [client],
  );
  useTransactionOutcomes(tell);
  useRememberedProfile(viewer);
  useEffect(resumeToasts, []);
  useEffect(() => {
    checkKeptSession().catch((error: unknown) => toast.error(describeWalletError(error)));
  }, []);
  return null;
}

/** What was sent before the page was loaded and is on its way still: at most so many are told of again. */
const MOST_RESUMED = 3;
let resumed = false;

/** After a reload, says once more what is on its way; its toast stays, and says in the end how it ended. */
function resumeToasts() {
  if (resumed) return;
  resumed = true;
  for (const { txId, sentAt } of useSentTransactions.getState().sent.slice(-MOST_RESUMED)) {
    const detail = `Sent ${sayWhen(new Date(sentAt).toISOString())}, and not confirmed yet.`;
    toast(<TransactionToast txId={txId} detail={detail} />, { toastId: txId, autoClose: false });
  }
}

function keepInMind({ event, address, txId }: SentTransaction, outcome: Ending) {
  const session = useSession.getState();
  if (event === "SUBMIT_ENDORSEMENT") {
    if (outcome.state === "failed") takeBackSent(txId, address);
    else dropSent(txId);
  }
  if (session.senderAddress !== address) return;
  if (event === "REGISTER_PROFILE" && outcome.state === "failed") {
    session.failProfileCreation(outcome.reason);
  }
}

/**
 * Success is said in passing; a failure stays until it is closed, or the same is sent again, and is not said
 * beside the page that says it.
 */
function toastOutcome(transaction: SentTransaction, outcome: Ending) {
  const { event, txId } = transaction;
  const words = outcomeWords(event);
  const succeeded = outcome.state === "succeeded";
  const type = succeeded ? "success" : "error";
  if (!succeeded) {
    if (isFailureOnPage(txId)) {
      toast.dismiss(txId);
      return;
    }
    noteFailedToast(transaction);
  }
  // The toast of the sending says how it ended, unless it was closed.
  if (toast.isActive(txId)) {
    toast.update(txId, {
      type,
      autoClose: succeeded ? times.defaultToast : false,
      render: succeeded ? (
        <TransactionToast txId={txId} detail={words.succeeded} />
      ) : (
        <TransactionToast txId={txId} title={words.failed} detail={outcome.reason} />
      ),
    });
    return;
  }
  if (succeeded) toast.success(words.succeeded, { toastId: txId, autoClose: times.toast });
  else {
    toast.error(<TransactionToast txId={txId} title={words.failed} detail={outcome.reason} />, {
      toastId: txId,
      autoClose: false,
    });
  }
}

/**
 * The service says that the profile stands: the marker goes, and what the menu needs and what the wallet holds
 * is remembered.
 */
function useRememberedProfile(viewer: Viewer) {
  const profile = viewer.state === "member" ? viewer.profile : null;
  useEffect(() => {
    if (profile === null) return;
    const session = useSession.getState();
    session.endProfileCreation();
    const assetIdentifier = `${runtimeConfig().endorsementContract}::endorsement`;
    for (const { id, approved } of profile.columnMilestones) {
      if (approved) session.addHolding({ assetIdentifier, id });
    }
    session.setColumnMilestones(
      profile.columnMilestones.map(({ id, approved }) => ({ id, approved })),
    );
  }, [profile]);
}
