import { messages } from "@colonnade/domain/messages.ts";
import { Check, ExternalLink, X } from "lucide-react";
import { useEffect, useState } from "react";
import { ExplorerLink } from "../../ui/explorer-link.tsx";
import { SpinnerMark } from "../../ui/spinner.tsx";
import { Time } from "../../ui/time.tsx";
import { useSentTransactions } from "./sent-transactions.ts";
import { useOutcome } from "./transaction-status.ts";

/**
 * The state of a transaction: pending, confirmed, or failed and why; with a link to the explorer. `name` names
 * it to screen readers.
 */
export function TransactionState({ txId, name }: { txId: string; name?: string | undefined }) {
  const outcome = useOutcome(txId);
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-5 gap-y-1">
      {/* A toast announces what was sent and confirmed. A page that shows a failure has no toast about it. */}
      <p className="inline-flex items-center gap-2">
        {outcome.state === "pending" ? (
          <span className="inline-flex items-center gap-2 text-pending">
            <SpinnerMark />
            {messages.pendingOnChain}
          </span>
        ) : outcome.state === "succeeded" ? (
          <span className="inline-flex items-center gap-2 text-approved">
            <Check className="size-5 shrink-0" />
            Confirmed on chain
          </span>
        ) : (
          <span role="alert" className="text-balance text-seal">
            <X className="mr-1.5 inline size-5 align-text-bottom" />
            Failed on chain. {outcome.reason}
          </span>
        )}
      </p>
      {outcome.state === "pending" ? <SentAge txId={txId} /> : null}
      <StatusLink txId={txId} of={name} />
    </div>
  );
}

/** The link View Status. `of` names its transaction to screen readers. */
export function StatusLink({ txId, of: subject }: { txId: string; of?: string | undefined }) {
  return (
    <ExplorerLink
      txId={txId}
      className="inline-flex min-h-11 items-center gap-1.5 font-semibold underline decoration-rule underline-offset-4 hover:decoration-seal"
    >
      {messages.viewStatus}
      {subject === undefined ? null : <span className="sr-only"> of {subject}</span>}
      <ExternalLink className="size-4" />
    </ExplorerLink>
  );
}

/** Milliseconds between two updates of the age. */
const TICK = 10_000;

/** How long ago this device sent a transaction. Shows nothing for the transactions of other devices. */
export function SentAge({ txId }: { txId: string | null }) {
  const sentAt = useSentTransactions(
    ({ sent }) => sent.find((transaction) => transaction.txId === txId)?.sentAt,
  );
  const [, update] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => update((count) => count + 1), TICK);
    return () => clearInterval(timer);
  }, []);
  return sentAt === undefined ? null : (
    <span className="text-sm text-muted">
      Sent <Time date={new Date(sentAt).toISOString()} />
    </span>
  );
}
