import { messages } from "@colonnade/domain/messages.ts";
import type { ApplicationRecord } from "@colonnade/domain/organization-application.ts";
import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";

/** The status of an endorsement: a green seal, a dashed 'Pending Approval', or a struck seal. */
export function Stamp({ status }: { status: "pending" | "approved" | "withdrawn" }) {
  switch (status) {
    case "approved":
      return <SealStamp>Approved</SealStamp>;
    case "pending":
      return <PendingStamp>{messages.pendingApproval}</PendingStamp>;
    case "withdrawn":
      return (
        <span className="inline-flex items-center gap-2 text-muted">
          <WithdrawnMark className="size-7" />
          <span className="caps">{messages.withdrawnByAuthor}</span>
        </span>
      );
  }
}

/** The status of an application, stamped on its corner. */
export function ApplicationStamp({ status }: { status: ApplicationRecord["status"] }) {
  switch (status) {
    case "accepted":
      return <SealStamp>Accepted</SealStamp>;
    case "declined":
      return (
        <span className="inline-flex items-center gap-2 text-seal">
          <RejectedMark className="size-7" />
          <span className="caps">Declined</span>
        </span>
      );
    case "waiting":
      return <PendingStamp>Waiting for review</PendingStamp>;
    case "admitting":
      return <PendingStamp>Being confirmed</PendingStamp>;
  }
}

/** A green seal: something is approved or accepted. */
function SealStamp({ children }: { children: string }) {
  return (
    <span className="inline-flex items-center gap-2 text-approved">
      <SealMark className="size-7" />
      <span className="caps">{children}</span>
    </span>
  );
}

/** A dashed frame: something waits to be settled. */
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

/** The scalloped rim of the seal: twenty-four small arcs. */
const rim = Array.from({ length: 24 }, (_, index) => {
  const at = (turn: number) => {
    const angle = (turn / 24) * 2 * Math.PI;
    return `${(20 + 18 * Math.sin(angle)).toFixed(2)} ${(20 - 18 * Math.cos(angle)).toFixed(2)}`;
  };
  return `${index === 0 ? `M${at(0)}` : ""}A2.4 2.4 0 0 1 ${at(index + 1)}`;
}).join("");

/** A seal without words. */
export function SealMark({ className }: { className?: string }) {
  return (
    <Mark className={className} cut="m13.5 20.5 4.5 4.5 9-10">
      <path d={rim} strokeWidth="1.4" />
    </Mark>
  );
}

/** A seal broken across: something was rejected or has failed. */
export function RejectedMark({ className }: { className?: string }) {
  return (
    <Mark className={className} cut="m14.5 14.5 11 11M25.5 14.5l-11 11">
      <circle cx="20" cy="20" r="18" strokeWidth="1.4" strokeDasharray="3 1.7" />
    </Mark>
  );
}

/** A seal that is struck out: its author took the words back. */
function WithdrawnMark({ className }: { className?: string }) {
  return (
    <Mark className={className} cut="M11.5 20h17">
      <path d={rim} strokeWidth="1.4" strokeDasharray="3 1.7" />
    </Mark>
  );
}

/** A dashed rim with three dots: somebody is asked and has not answered. */
export function AskedMark({ className }: { className?: string }) {
  return (
    <Mark className={className} cut="M13.5 20h.1M20 20h.1M26.5 20h.1">
      <circle cx="20" cy="20" r="18" strokeWidth="1.4" strokeDasharray="3 1.7" />
    </Mark>
  );
}

/** Children draw the rim; `cut` is the path in the middle. */
function Mark({ cut, children, ...rest }: { cut: string } & ComponentProps<"svg">) {
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true" fill="none" stroke="currentColor" {...rest}>
      {children}
      <circle cx="20" cy="20" r="14" strokeWidth="1" strokeDasharray="0.8 1.6" />
      <path d={cut} strokeWidth="2.6" strokeLinecap="square" />
    </svg>
  );
}
