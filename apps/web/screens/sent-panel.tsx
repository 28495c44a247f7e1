import type { EventType } from "@colonnade/domain/event-type.ts";
import { type ReactNode, useEffect } from "react";
import { TransactionState } from "../features/wallet/transaction-state.tsx";
import { useOutcomes } from "../features/wallet/transaction-status.ts";
import { keepFailuresOnPage } from "../layout/failed-toasts.ts";
import { outcomeWords } from "../layout/outcome-words.ts";
import { classNames } from "../ui/class-names.ts";
import { RejectedMark } from "../ui/rejected-mark.tsx";
import { Sealing } from "../ui/sealing.tsx";
import { SealMark } from "../ui/stamp.tsx";
import { useArrival } from "./use-arrival.ts";

/**
 * Something was done: stamped, said, and followed on chain, with what to do next. When the chain refuses it,
 * the page takes back what it said.
 */
export function SentPanel({
  title,
  transactions,
  tone = "approved",
  paper,
  children,
  actions,
}: {
  title: string;
  /** What does it: one, or several that stand or fail by themselves. */
  transactions: { event: EventType; txId: string; name?: string }[];
  tone?: "approved" | "seal";
  /** What the seal comes down on. */
  paper?: ReactNode | undefined;
  children?: ReactNode;
  actions: ReactNode;
}) {
  const heading = useArrival();
  const txIds = transactions.map(({ txId }) => txId);
  const outcomes = useOutcomes(txIds);
  const followed = txIds.join(" ");
  useEffect(() => keepFailuresOnPage(followed.split(" ")), [followed]);
  const refused = transactions.filter((_, index) => outcomes[index]?.state === "failed");
  const failed = refused.length > 0;
  const isSealed = tone === "approved" && !failed;
  const Mark = isSealed ? SealMark : RejectedMark;
  const ink = isSealed ? "text-approved" : "text-seal";
  return (
    <section className="page flex flex-col items-center gap-5 overflow-x-clip py-12 text-center sm:py-20">
      {paper === undefined ? (
        <Mark className={classNames("size-28 animate-stamp", ink)} />
      ) : isSealed ? (
        <Sealing>{paper}</Sealing>
      ) : (
        <div className={failed ? undefined : "grayscale [&_img]:opacity-60"}>{paper}</div>
      )}
      <h1 ref={heading} tabIndex={-1} className="max-w-xl text-3xl outline-none">
        {failed ? refused.map(({ event }) => outcomeWords(event).failed).join(". ") : title}
      </h1>
      {children ? <div className="measure text-muted">{children}</div> : null}
      {transactions.map(({ txId, name }) => (
        <div key={txId} className="flex flex-wrap items-center justify-center gap-x-5 gap-y-1">
          {name === undefined ? null : <h2 className="caps">{name}</h2>}
          <TransactionState txId={txId} name={name} />
        </div>
      ))}
      <div className="mt-3 flex flex-wrap justify-center gap-3">{actions}</div>
    </section>
  );
}
