import type { ReactNode } from "react";
import { classNames } from "../../ui/class-names.ts";

const tones = {
  plain: "border-line",
  pending: "border-pending",
  approved: "border-approved",
  alert: "border-seal",
};

/**
 * A message on a page, with a coloured edge and what can be done. A plain one is an offer or a fact, read where it
 * stands. Any other says that something happened, and screen readers announce it.
 */
export function Notice({
  tone = "plain",
  title,
  children,
  action,
}: {
  tone?: keyof typeof tones;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div
      role={tone === "plain" ? undefined : "status"}
      className={classNames(
        "flex flex-wrap items-center justify-between gap-x-8 gap-y-3 rounded-paper border border-l-4 bg-sheet p-5",
        tones[tone],
      )}
    >
      <div className="measure">
        <p className="font-semibold">{title}</p>
        {children ? <div className="mt-1 text-muted">{children}</div> : null}
      </div>
      {action}
    </div>
  );
}
