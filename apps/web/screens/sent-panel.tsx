import { type ReactNode, useEffect, useRef } from "react";
import { TransactionState } from "../features/wallet/transaction-state.tsx";
import { classNames } from "../ui/class-names.ts";
import { SealMark } from "../ui/stamp.tsx";

/** Something was done: stamped, said, and followed on chain, with what to do next. */
export function SentPanel({
  title,
  txId,
  tone = "approved",
  children,
  actions,
}: {
  title: string;
  txId: string;
  tone?: "approved" | "seal";
  children?: ReactNode;
  actions: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The form is gone: whoever listens to the page is told what took its place.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="page flex flex-col items-center gap-5 py-16 text-center sm:py-24">
      <SealMark
        className={classNames(
          "size-28 animate-stamp",
          tone === "approved" ? "text-approved" : "text-seal",
        )}
      />
      <h1 ref={heading} tabIndex={-1} className="max-w-xl text-3xl outline-none">
        {title}
      </h1>
      {children ? <div className="measure text-muted">{children}</div> : null}
      <TransactionState txId={txId} />
      <div className="mt-3 flex flex-wrap justify-center gap-3">{actions}</div>
    </section>
  );
}
