import type { EventType } from "@colonnade/domain/event-type.ts";
import { times } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { type ToastOptions, toast } from "react-toastify";
import { describeUnprotected } from "../features/wallet/contract-error.ts";
import {
  forgetTransactionsOf,
  getSent,
  type SentTransaction,
} from "../features/wallet/sent-transactions.ts";
import { useSession } from "../features/wallet/session-store.ts";
import type { Ending } from "../features/wallet/transaction-status.ts";
import type { OtherCallError } from "../features/wallet/wallet-error.ts";
import { ExplorerLink } from "../ui/explorer-link.tsx";
import { OrganizationLabel } from "../ui/name.tsx";

/** The words for a success, and the heading of a failure. `{name}` stands for whom it blocks or unblocks. */
const words: Partial<Record<EventType, { succeeded: string; failed: string }>> = {
  REGISTER_PROFILE: {
    succeeded: "Your profile is on chain.",
    failed: "Your profile was not created",
  },
  SUBMIT_ENDORSEMENT: {
    succeeded: "Your endorsement is on chain, waiting for approval.",
    failed: "Your endorsement was not sent",
  },
  EDIT_ENDORSEMENT: {
    succeeded: "Your change is on chain.",
    failed: "The words were not changed",
  },
  APPROVE_ENDORSEMENT: {
    succeeded: "The endorsement is yours, on chain.",
    failed: "The endorsement was not approved",
  },
  BURN_ENDORSEMENT: {
    succeeded: "The endorsement is rejected for good.",
    failed: "The endorsement was not rejected",
  },
  WITHDRAW_ENDORSEMENT: {
    succeeded: "The endorsement is withdrawn.",
    failed: "The endorsement was not withdrawn",
  },
  DISCARD_ENDORSEMENT: {
    succeeded: "The endorsement is gone from your gallery.",
    failed: "The endorsement was not removed",
  },
  DISPLAY_STATUS: {
    succeeded: "Your gallery has changed.",
    failed: "Your gallery was not changed",
  },
  BLOCK_SENDER: {
    succeeded: "{name} can no longer send you anything.",
    failed: "They were not blocked",
  },
  UNBLOCK_SENDER: {
    succeeded: "{name} can send you endorsements again.",
    failed: "They are still blocked",
  },
  BLOCK_ORGANIZATION: {
    succeeded: "{name} can no longer send you anything.",
    failed: "The organization was not blocked",
  },
  UNBLOCK_ORGANIZATION: {
    succeeded: "{name} can send you endorsements again.",
    failed: "The organization is still blocked",
  },
  UPDATE_STATEMENT: {
    succeeded: messages.profileUpdated,
    failed: "Your statement was not changed",
  },
  UPDATE_PROFILE_IMAGE: {
    succeeded: messages.profileUpdated,
    failed: "Your image was not changed",
  },
  WATCHER_NEW_ORGANIZATION: {
    succeeded: "The organization is on chain.",
    failed: "The organization was not admitted",
  },
  ADD_REPRESENTATIVE: {
    succeeded: "The invitation has been sent.",
    failed: "The invitation was not sent",
  },
  REMOVE_REPRESENTATIVE: {
    succeeded: "They do not represent the organization.",
    failed: "Nobody was removed",
  },
  ACCEPT_REPRESENTATION: {
    succeeded: "You represent the organization.",
    failed: "The invitation was not accepted",
  },
  DECLINE_REPRESENTATION: {
    succeeded: "The invitation is declined.",
    failed: "The invitation was not declined",
  },
  RESIGN_REPRESENTATION: {
    succeeded: "You no longer represent the organization.",
    failed: "Your resignation was not accepted",
  },
  PROPOSE_ADMIN: {
    succeeded: "The admin proposal has changed.",
    failed: "The proposal was not changed",
  },
  WATCHER_REPLACE_ADMIN: {
    succeeded: "The admin proposal has changed.",
    failed: "The proposal was not changed",
  },
  REFUSE_REPLACEMENT: {
    succeeded: "You stay its admin.",
    failed: "The proposal was not refused",
  },
  ACCEPT_ADMIN: {
    succeeded: "You are the organization's admin.",
    failed: "You did not become its admin",
  },
  DECLINE_ADMIN: {
    succeeded: "The proposal is declined.",
    failed: "The proposal was not declined",
  },
  CLOSE_ORGANIZATION: {
    succeeded: "The organization is closed.",
    failed: "The organization was not closed",
  },
  WATCHER_REMOVE_PROFILE: {
    succeeded: "They are suspended.",
    failed: "Nobody was suspended",
  },
  WATCHER_RESTORE_PROFILE: {
    succeeded: "The suspension is over.",
    failed: "The suspension was not ended",
  },
};

/** What to say when a transaction has succeeded or failed. */
export function outcomeWords(event: EventType): { succeeded: string; failed: string } {
  return words[event] ?? { succeeded: "Confirmed on chain.", failed: "The transaction failed" };
}

/** Failed transactions whose toasts may still be open: they stay until they are closed. */
const failed: SentTransaction[] = [];
/** Transactions that the open page follows: it shows their failure itself. */
const followedByPage = new Set<string>();

/**
 * Says that a transaction was sent, and warns if the wallet left out its protection. A second call for the same
 * transaction adds the warning. Dismisses the toasts of earlier tries that failed.
 */
export function toastSent(transaction: SentTransaction, detail?: string): void {
  for (const one of failed) if (isLaterTry(transaction, one)) toast.dismiss(one.txId);
  const { txId, event, unprotected } = transaction;
  const title = messages.transactionSubmitted;
  const warning = unprotected && describeUnprotected(event, unprotected);
  if (warning === undefined) {
    toast(<TransactionToast txId={txId} title={title} detail={detail} />, {
      toastId: txId,
      autoClose: false,
    });
  } else toastWarning(txId, title, warning);
}

/** Says that the wallet sent another call. The toast stays until it is closed. */
export function toastOtherCall({ txId, message }: OtherCallError): void {
  toastWarning(txId, "This is not what you were asked to sign", message);
}

function toastWarning(txId: string, title: string, warning: string) {
  const content = <TransactionToast txId={txId} title={title} detail={warning} isWarning />;
  replaceToast(txId, content, { type: "error", autoClose: false });
}

/** Updates the transaction's open toast, or opens one. */
function replaceToast(
  txId: string,
  content: ReactNode,
  options: Pick<ToastOptions, "type" | "autoClose">,
) {
  if (toast.isActive(txId)) return toast.update(txId, { ...options, render: content });
  // It may still wait for the container to load, and would then be shown in place of this one.
  toast.dismiss(txId);
  toast(content, { ...options, toastId: txId });
}

// Once their sender is disconnected or replaced, here or in another tab, the toasts of transactions go.
useSession.subscribe(({ senderAddress }, { senderAddress: left }) => {
  if (left === null || senderAddress === left) return;
  const isLeft = ({ address }: SentTransaction) => address !== senderAddress;
  for (const { txId } of [...getSent(), ...failed].filter(isLeft)) toast.dismiss(txId);
  failed.splice(0, failed.length, ...failed.filter((one) => !isLeft(one)));
  if (senderAddress === null) forgetTransactionsOf(left);
});

const subjects = ["endorsementId", "organizationId", "person"] as const;

function isLaterTry(one: SentTransaction, other: SentTransaction): boolean {
  return (
    one.txId !== other.txId &&
    one.address === other.address &&
    one.event === other.event &&
    subjects.every((subject) => one.metaData[subject] === other.metaData[subject])
  );
}

/**
 * Shows how a transaction ended. A success closes by itself. A failure stays until it is closed or the same is sent
 * again. A failure that the open page shows gets no toast, and neither does what another account has sent.
 */
export function toastOutcome(transaction: SentTransaction, outcome: Ending): void {
  if (transaction.address !== useSession.getState().senderAddress) return;
  if (outcome.state === "succeeded") toastSuccess(transaction);
  else if (followedByPage.has(transaction.txId)) toast.dismiss(transaction.txId);
  else toastFailure(transaction, outcome.reason);
}

function toastSuccess(transaction: SentTransaction) {
  const { txId, unprotected } = transaction;
  const succeeded = <Succeeded transaction={transaction} />;
  // The warning stays until it is read.
  if (unprotected !== undefined && toast.isActive(txId)) return;
  if (toast.isActive(txId)) {
    // The toast of the sending is still open: it says how the transaction ended.
    const title = messages.transactionSubmitted;
    const content = <TransactionToast txId={txId} title={title} detail={succeeded} />;
    replaceToast(txId, content, { type: "success", autoClose: times.defaultToast });
  } else replaceToast(txId, succeeded, { type: "success", autoClose: times.toast });
}

/** The words for a success. Those of a block or an unblock have the name of the other side. */
function Succeeded({ transaction: { event, metaData } }: { transaction: SentTransaction }) {
  const { name = "They", organizationId } = metaData;
  const [before, after] = outcomeWords(event).succeeded.split("{name}");
  if (after === undefined) return before;
  return (
    <>
      {before}
      <bdi>{name}</bdi>
      {organizationId === undefined ? null : (
        <>
          {" "}
          <OrganizationLabel />
        </>
      )}
      {after}
    </>
  );
}

function toastFailure(transaction: SentTransaction, reason: string) {
  const { txId, event } = transaction;
  failed.push(transaction);
  const content = (
    <TransactionToast txId={txId} title={outcomeWords(event).failed} detail={reason} />
  );
  replaceToast(txId, content, { type: "error", autoClose: false });
}

/**
 * Suppresses the failure toasts of transactions that a page follows.
 * @returns a function that shows them again, for when the page closes
 */
export function keepFailuresOnPage(txIds: string[]): () => void {
  for (const txId of txIds) followedByPage.add(txId);
  return () => {
    for (const txId of txIds) followedByPage.delete(txId);
  };
}

function TransactionToast({
  txId,
  title,
  detail,
  isWarning = false,
}: {
  txId: string;
  title: string;
  detail: ReactNode;
  isWarning?: boolean;
}) {
  return (
    <div className="flex flex-col items-start gap-1">
      <p className="font-semibold">{title}</p>
      {detail === undefined ? null : (
        <p className={isWarning ? "font-semibold text-seal" : undefined}>{detail}</p>
      )}
      <ExplorerLink
        txId={txId}
        className="inline-flex min-h-8 items-center gap-1.5 font-semibold underline decoration-rule underline-offset-4 hover:decoration-seal"
      >
        {messages.viewStatus}
        <ExternalLink className="size-4" />
      </ExplorerLink>
    </div>
  );
}
