import type { EventType } from "@colonnade/domain/event-type.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { type ReactNode, useEffect, useRef } from "react";
import { type To, useNavigate } from "react-router";
import * as z from "zod/mini";
import { TransactionState } from "../../features/wallet/transaction-state.tsx";
import { useOutcomes } from "../../features/wallet/transaction-status.ts";
import { keepFailuresOnPage, outcomeWords } from "../../layout/transaction-toasts.tsx";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Sealing } from "../../ui/sealing.tsx";
import { AskedMark, RejectedMark, SealMark } from "../../ui/stamp.tsx";

/** The stamp of what was done: approved or sent, taken away, or asked of somebody. */
const marks = {
  approved: { Mark: SealMark, ink: "text-approved" },
  seal: { Mark: RejectedMark, ink: "text-seal" },
  asked: { Mark: AskedMark, ink: "text-pending" },
};

/**
 * Takes a form's place once it is sent: a stamp, what was done, its state on chain, and what to do next. If the chain
 * refuses it, the panel says so instead.
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
  /** One, or several that succeed or fail independently. */
  transactions: { event: EventType; txId: string; name?: string }[];
  tone?: keyof typeof marks;
  /** What the seal is pressed on. */
  paper?: ReactNode | undefined;
  children?: ReactNode;
  actions: ReactNode;
}) {
  const heading = useHeadingFocus();
  const txIds = transactions.map(({ txId }) => txId);
  const outcomes = useOutcomes(txIds);
  const followed = txIds.join(" ");
  useEffect(() => keepFailuresOnPage(followed.split(" ")), [followed]);
  const refused = transactions.filter((_, index) => outcomes[index]?.state === "failed");
  const failed = refused.length > 0;
  const isSealed = tone === "approved" && !failed;
  const { Mark, ink } = marks[failed ? "seal" : tone];
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

/** Scrolls to the top and focuses the heading of what took a form's place, so that screen readers read it. */
export function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}

/** React Router's own note in a history entry: how many entries of this app come before it. */
const historyEntrySchema = z.object({ idx: z.number() });

/**
 * Leads back to the page before, if that is one of ours.
 * @param home the page it leads to if the visit began with this page
 */
export function GoBack({ home }: { home: To }) {
  const navigate = useNavigate();
  const hasPageBefore = () => (historyEntrySchema.safeParse(history.state).data?.idx ?? 0) > 0;
  return (
    <Button tone="secondary" onClick={() => (hasPageBefore() ? navigate(-1) : navigate(home))}>
      {messages.goBack}
    </Button>
  );
}
