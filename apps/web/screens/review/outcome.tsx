import type { ApplicationRecord } from "@colonnade/domain/organization-application.ts";
import { callName } from "@colonnade/domain/profile.ts";
import { TransactionState } from "../../features/wallet/transaction-state.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { Time } from "../../ui/time.tsx";
import { Decide } from "./decide.tsx";

/** Below an application: what a watcher can do, or what one did and when. */
export function Outcome({
  application,
  ...decided
}: {
  watcher: string;
  application: ApplicationRecord;
  onAdmitted: () => void;
  onGone: () => void;
}) {
  const { status, reason, txId, organizationId } = application;
  switch (status) {
    case "waiting":
      return <Decide application={application} {...decided} />;
    case "admitting":
      return (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
          <Decided application={application} verb="Admitted" />
          {txId === null ? null : <TransactionState txId={txId} />}
        </div>
      );
    case "accepted":
      return (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <Decided application={application} verb="Admitted" />
          {organizationId === null ? null : (
            <LinkButton to={`/org/${organizationId}`} tone="secondary">
              Open its page<span className="sr-only">: {application.bnsName}</span>
            </LinkButton>
          )}
        </div>
      );
    case "declined":
      return (
        <div className="flex flex-col gap-2">
          <Decided application={application} verb="Declined" />
          <blockquote className="voice measure border-l-2 border-seal pl-4 whitespace-pre-wrap break-words">
            {reason}
          </blockquote>
        </div>
      );
  }
}

function Decided({
  application: { columnDecider, decidedAt },
  verb,
}: {
  application: ApplicationRecord;
  verb: string;
}) {
  return (
    <p className="text-muted">
      {verb}
      {columnDecider === null ? null : (
        <>
          {" by "}
          <span title={columnDecider.address} className="font-semibold text-ink">
            {callName(columnDecider)}
          </span>
        </>
      )}
      {decidedAt === null ? null : (
        <>
          , <Time date={decidedAt} />
        </>
      )}
    </p>
  );
}
