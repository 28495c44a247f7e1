import { messages } from "@colonnade/domain/messages.ts";
import { classNames } from "./class-names.ts";

/** Whether an endorsement stands on chain: a green seal, or a dashed 'Pending Approval'. */
export function Stamp({ approved }: { approved: boolean }) {
  return approved ? (
    <span className="inline-flex items-center gap-2 text-approved">
      <SealMark className="size-7" />
      <span className="caps">Approved</span>
    </span>
  ) : (
    <PendingStamp>{messages.pendingApproval}</PendingStamp>
  );
}

/** Dashed: something is not settled yet. */
export function PendingStamp({ className, children }: { className?: string; children: string }) {
  return (
    <span
      className={classNames(
        "caps inline-block -rotate-2 rounded-paper border-[1.5px] border-dashed border-pending px-2.5 py-1 text-pending",
        className,
      )}
    >
      {children}
    </span>
  );
}

/** The seal's scalloped rim: twenty-four small arcs. */
const rim = Array.from({ length: 24 }, (_, index) => {
  const at = (turn: number) => {
    const angle = (turn / 24) * 2 * Math.PI;
    return `${(20 + 18 * Math.sin(angle)).toFixed(2)} ${(20 - 18 * Math.cos(angle)).toFixed(2)}`;
  };
  return `${index === 0 ? `M${at(0)}` : ""}A2.4 2.4 0 0 1 ${at(index + 1)}`;
}).join("");

/** The seal alone. */
export function SealMark({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 40 40"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      className={className}
    >
      <path d={rim} strokeWidth="1.4" />
      <circle cx="20" cy="20" r="14" strokeWidth="1" strokeDasharray="0.8 1.6" />
      <path d="m13.5 20.5 4.5 4.5 9-10" strokeWidth="2.6" strokeLinecap="square" />
    </svg>
  );
}
