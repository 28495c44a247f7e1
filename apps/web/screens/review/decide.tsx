import type { ApplicationRecord } from "@colonnade/domain/organization-application.ts";
import { Stamp } from "lucide-react";
import { useState } from "react";
import { StatusLink } from "../../features/wallet/transaction-state.tsx";
import { useOutcome } from "../../features/wallet/transaction-status.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../notice.tsx";
import { DeclineDialog } from "./decline-dialog.tsx";
import { useAdmission } from "./use-admission.ts";

/** Admit or decline. */
export function Decide({
  watcher,
  application,
  onAdmitted,
  onGone,
}: {
  watcher: string;
  application: ApplicationRecord;
  onAdmitted: () => void;
  onGone: () => void;
}) {
  const { admit, busy, sending, isUntold, failed, tellAgain } = useAdmission(application);
  const [declining, setDeclining] = useState(false);
  if (isUntold && !busy) {
    return (
      <Notice
        tone="pending"
        title="Your admission is sent, and not noted here yet"
        action={<Button onClick={tellAgain}>Note it</Button>}
      >
        The transaction is on its way. Colonnade only has to know which one it is.
      </Notice>
    );
  }
  const lastTry = failed ?? application.txId;
  return (
    <div className="flex flex-col gap-4">
      {lastTry === null || busy ? null : <FailedAdmission txId={lastTry} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          onClick={() => admit().then((admitted) => admitted && onAdmitted())}
          busy={busy}
          icon={<Stamp aria-hidden="true" className="size-5" />}
          className="min-w-40"
        >
          Admit<span className="sr-only"> {application.bnsName}</span>
        </Button>
        <Button
          tone="danger"
          disabled={busy}
          onClick={() => setDeclining(true)}
          className="min-w-32"
        >
          Decline<span className="sr-only"> {application.bnsName}</span>
        </Button>
        <p aria-live="polite" className="min-h-5 text-sm text-muted">
          {sending
            ? "Your wallet asks you to confirm."
            : busy
              ? "Noting your decision."
              : "Admitting is a transaction; declining is not."}
        </p>
      </div>
      <DeclineDialog
        watcher={watcher}
        application={application}
        open={declining}
        onClose={() => setDeclining(false)}
        onDeclined={onGone}
      />
    </div>
  );
}

/** An admission was sent before and came to nothing. */
function FailedAdmission({ txId }: { txId: string }) {
  const outcome = useOutcome(txId);
  return (
    <Notice tone="alert" title="The last admission failed" action={<StatusLink txId={txId} />}>
      {outcome.state === "failed" ? outcome.reason : "The network refused it."} The application
      waits for a decision again.
    </Notice>
  );
}
