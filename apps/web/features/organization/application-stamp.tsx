import type { ApplicationRecord } from "@colonnade/domain/organization-application.ts";
import { RejectedMark } from "../../ui/rejected-mark.tsx";
import { PendingStamp, SealMark } from "../../ui/stamp.tsx";

/** Where an application stands, stamped on its corner. */
export function ApplicationStamp({ status }: { status: ApplicationRecord["status"] }) {
  switch (status) {
    case "accepted":
      return (
        <span className="inline-flex items-center gap-2 text-approved">
          <SealMark className="size-7" />
          <span className="caps">Accepted</span>
        </span>
      );
    case "declined":
      return (
        <span className="inline-flex items-center gap-2 text-seal">
          <RejectedMark className="size-7" />
          <span className="caps">Declined</span>
        </span>
      );
    case "waiting":
    case "admitting":
      return (
        <PendingStamp>
          {status === "waiting" ? "Waiting for review" : "Being confirmed"}
        </PendingStamp>
      );
  }
}
