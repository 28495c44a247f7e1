import { messages } from "@colonnade/domain/messages.ts";
import { explorerLink } from "@colonnade/domain/web-config.ts";
import { Check, ExternalLink, X } from "lucide-react";
import { runtimeConfig } from "../../api/runtime-config.ts";
import { SpinnerMark } from "../../ui/spinner.tsx";
import { SentAge } from "./sent-age.tsx";
import { useOutcome } from "./transaction-status.ts";

/**
 * A transaction as it stands: on its way, confirmed, or failed and why; with the explorer's page of it. `name`
 * tells it from others beside it.
 */
export function TransactionState({ txId, name }: { txId: string; name?: string | undefined }) {
  const outcome = useOutcome(txId);
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-5 gap-y-1">
      <p role="status" className="inline-flex items-center gap-2">
        {outcome.state === "pending" ? (
          <span className="inline-flex items-center gap-2 text-pending">
            <SpinnerMark />
            {messages.pendingOnChain}
          </span>
        ) : outcome.state === "succeeded" ? (
          <span className="inline-flex items-center gap-2 text-approved">
            <Check aria-hidden="true" className="size-5 shrink-0" />
            Confirmed on chain
          </span>
        ) : (
          <span className="text-balance text-seal">
            <X aria-hidden="true" className="mr-1.5 inline size-5 align-text-bottom" />
            Failed on chain. {outcome.reason}
          </span>
        )}
      </p>
      {outcome.state === "pending" ? <SentAge txId={txId} /> : null}
      <StatusLink txId={txId} of={name} />
    </div>
  );
}

/** Leads to a transaction in the explorer; `of` is what a screen reader says it is of. */
export function StatusLink({ txId, of: subject }: { txId: string; of?: string | undefined }) {
  return (
    <a
      href={explorerLink(runtimeConfig(), txId)}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-11 items-center gap-1.5 font-semibold underline decoration-rule underline-offset-4 hover:decoration-seal"
    >
      {messages.viewStatus}
      {subject === undefined ? null : <span className="sr-only"> of {subject}</span>}
      <ExternalLink aria-hidden="true" className="size-4" />
    </a>
  );
}
