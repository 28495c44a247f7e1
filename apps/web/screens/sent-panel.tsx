import type { EventType } from "@colonnade/domain/event-type.ts";
import type { ReactNode } from "react";
import { Picture } from "../features/endorsement/picture.tsx";
import { TransactionState } from "../features/wallet/transaction-state.tsx";
import { useOutcomes } from "../features/wallet/transaction-status.ts";
import { outcomeWords } from "../layout/outcome-words.ts";
import { classNames } from "../ui/class-names.ts";
import { RejectedMark } from "../ui/rejected-mark.tsx";
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
  picture,
  children,
  actions,
}: {
  title: string;
  /** What does it: one, or several that stand or fail by themselves. */
  transactions: { event: EventType; txId: string; name?: string }[];
  tone?: "approved" | "seal";
  /** What the seal comes down on. */
  picture?: { address: string; seed: string };
  children?: ReactNode;
  actions: ReactNode;
}) {
  const heading = useArrival();
  const outcomes = useOutcomes(transactions.map(({ txId }) => txId));
  const refused = transactions.filter((_, index) => outcomes[index]?.state === "failed");
  const failed = refused.length > 0;
  const isSealed = tone === "approved" && !failed;
  const Mark = isSealed ? SealMark : RejectedMark;
  const ink = isSealed ? "text-approved" : "text-seal";
  return (
    <section className="page flex flex-col items-center gap-5 py-12 text-center sm:py-20">
      {picture === undefined ? (
        <Mark className={classNames("size-28 animate-stamp", ink)} />
      ) : (
        <div className="relative mb-8">
          <Picture
            {...picture}
            eager
            sizes="14rem"
            className={classNames(
              "size-56 rounded-paper border border-rule",
              tone === "seal" && !failed && "opacity-60 grayscale",
            )}
          />
          {failed ? null : (
            <span
              className={classNames(
                "absolute -right-9 -bottom-9 inline-flex size-28 animate-stamp items-center justify-center rounded-full border border-rule bg-sheet",
                ink,
              )}
            >
              <Mark className="size-24" />
            </span>
          )}
        </div>
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
