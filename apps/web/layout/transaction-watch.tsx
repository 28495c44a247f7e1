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
import { useSession } from "../features/wallet/session-store.ts";
import type { SentTransaction } from "../features/wallet/stored-state.ts";
import { type Outcome, useTransactionOutcomes } from "../features/wallet/transaction-status.ts";
import type { Viewer } from "../features/wallet/viewer.ts";
import { describeWalletError } from "../features/wallet/wallet-error.ts";
import { outcomeWords } from "./outcome-words.ts";
import { TransactionToast } from "./transaction-toast.tsx";

/** Follows what was sent from this device to its end and says how it ended. Shows nothing itself. */
export function TransactionWatch({ viewer }: { viewer: Viewer }) {
  const client = useQueryClient();
  const tell = useCallback(
    (transaction: SentTransaction, outcome: Exclude<Outcome, { state: "pending" }>) => {
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
  useEffect(() => {
    checkKeptSession().catch((error: unknown) => toast.error(describeWalletError(error)));
  }, []);
  return null;
}

function keepInMind(
  { event, address, metaData, txId }: SentTransaction,
  outcome: Exclude<Outcome, { state: "pending" }>,
) {
  const session = useSession.getState();
  if (event === "SUBMIT_ENDORSEMENT") {
    if (outcome.state === "failed") takeBackSent(txId, address);
    else dropSent(txId);
  }
  if (session.senderAddress !== address) return;
  if (event === "REGISTER_PROFILE" && outcome.state === "failed") {
    session.failProfileCreation(outcome.reason);
  }
  if (event === "APPROVE_ENDORSEMENT" && outcome.state === "succeeded" && metaData.endorsementId) {
    session.addHolding({
      assetIdentifier: `${runtimeConfig().endorsementContract}::endorsement`,
      id: metaData.endorsementId,
    });
  }
}

function toastOutcome(
  { event, txId }: SentTransaction,
  outcome: Exclude<Outcome, { state: "pending" }>,
) {
  const words = outcomeWords(event);
  const succeeded = outcome.state === "succeeded";
  const type = succeeded ? "success" : "error";
  // The toast of the sending stays and says how it ended; after a reload there is none.
  if (toast.isActive(txId)) {
    toast.update(txId, {
      type,
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

/** The service says that the profile stands: the marker goes, and what the menu needs is remembered. */
function useRememberedProfile(viewer: Viewer) {
  const profile = viewer.state === "member" ? viewer.profile : null;
  useEffect(() => {
    if (profile === null) return;
    const session = useSession.getState();
    session.endProfileCreation();
    session.setColumnMilestones(
      profile.columnMilestones.map(({ id, approved }) => ({ id, approved })),
    );
  }, [profile]);
}
