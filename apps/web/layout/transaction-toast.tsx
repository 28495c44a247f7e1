import { messages } from "@colonnade/domain/messages.ts";
import { explorerLink } from "@colonnade/domain/web-config.ts";
import { ExternalLink } from "lucide-react";
import { runtimeConfig } from "../api/runtime-config.ts";

/** A transaction that was sent, and what became of it once that is known. */
export function TransactionToast({
  txId,
  title = messages.transactionSubmitted,
  detail,
}: {
  txId: string;
  title?: string;
  detail?: string;
}) {
  return (
    <div className="flex flex-col items-start gap-1">
      <p className="font-semibold">{title}</p>
      {detail === undefined ? null : <p>{detail}</p>}
      <a
        href={explorerLink(runtimeConfig(), txId)}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-8 items-center gap-1.5 font-semibold underline decoration-rule underline-offset-4 hover:decoration-seal"
      >
        {messages.viewStatus}
        <ExternalLink aria-hidden="true" className="size-4" />
      </a>
    </div>
  );
}
