import { txIdSchema } from "@colonnade/domain/principal.ts";
import { nameOrAddress, type ProfileBrief } from "@colonnade/domain/profile.ts";
import type { ReportDecision, ReportRecord } from "@colonnade/domain/report.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { suspensionCall } from "../../features/moderation/call.ts";
import { useViewerAddress } from "../../features/profile/viewer.ts";
import { useIsPending } from "../../features/wallet/sent-transactions.ts";
import { withServerSession } from "../../features/wallet/server-session.ts";
import { tabItem } from "../../features/wallet/storage.ts";
import { toastWalletError, useSending } from "../../layout/wallet-actions.tsx";
import { Button } from "../../ui/button.tsx";
import { SpinnerMark } from "../../ui/spinner.tsx";
import { AskButton } from "../shared/ask-button.tsx";
import { Notice } from "../shared/notice.tsx";
import { isFinal } from "./decide-application.tsx";
import { RestoreButton, SuspendButton } from "./suspension.tsx";

/**
 * The buttons that decide on a report.
 * @param images the addresses of those that can be hidden
 */
export function DecideReport({ report, images }: { report: ReportRecord; images: string[] }) {
  const { decide, suspend, save, unsaved, busy, sending } = useReportDecision(report);
  if (unsaved !== null && !busy) {
    return (
      <Notice
        tone="pending"
        title="Your decision was sent, but is not saved here yet"
        action={<Button onClick={() => save(unsaved)}>Save it</Button>}
      >
        The transaction is on its way. Colonnade only needs to know which one it is.
      </Notice>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button tone="secondary" busy={busy} onClick={() => decide({ decision: "dismiss" })}>
        Dismiss<span className="sr-only"> the report of {report.reported.title}</span>
      </Button>
      {report.columnResponsible
        .filter(({ suspended }) => !suspended)
        .map((person) => (
          <SuspendButton
            key={person.address}
            name={nameOrAddress(person)}
            label={`Suspend ${nameOrAddress(person)}`}
            disabled={busy}
            onConfirm={() => suspend(person.address)}
          />
        ))}
      {images.map((image, index) => (
        <AskButton
          key={image}
          tone="danger"
          disabled={busy}
          question="Hide this image?"
          explanation="A drawing takes its place everywhere on Colonnade. The image stays wherever else it is stored."
          answers={[{ label: "Hide it", act: () => decide({ decision: "hide-image", image }) }]}
          keep="Not now"
        >
          {images.length === 1 ? "Hide the image" : `Hide image ${index + 1}`}
        </AskButton>
      ))}
      <p aria-live="polite" className="min-h-5 text-sm text-muted">
        {sending ? "Your wallet asks you to confirm." : busy ? "Saving your decision." : ""}
      </p>
    </div>
  );
}

/** A suspension that this watcher sent and that the service does not know yet. */
export const storedSuspension = (watcher: string | null, reportId: number) =>
  tabItem(`suspension ${watcher} ${reportId}`, txIdSchema);

/** A suspension takes two steps: the wallet sends the transaction, then the service gets its id. */
function useReportDecision({ id }: ReportRecord) {
  const client = useQueryClient();
  const watcher = useViewerAddress();
  const { send, sending } = useSending();
  const [saving, setSaving] = useState(false);
  const [unsaved, setUnsaved] = useState(() => storedSuspension(watcher, id).read());
  const decide = async (body: ReportDecision) => {
    setSaving(true);
    try {
      await withServerSession(() => api("decideReport", { params: { id }, body }));
      return true;
    } catch (error) {
      toastWalletError(error);
      return isFinal(error);
    } finally {
      setSaving(false);
      await client.invalidateQueries({ queryKey: queryKeys.report });
    }
  };
  const save = async (txId: string) => {
    if (!(await decide({ decision: "suspend", txId }))) return;
    storedSuspension(watcher, id).remove();
    setUnsaved(null);
  };
  return {
    /** While the wallet asks, or the service saves the decision. */
    busy: sending || saving,
    sending,
    decide,
    save,
    unsaved,
    async suspend(person: string) {
      const sent = await send(() => suspensionCall("remove", person));
      if (sent === null) return;
      storedSuspension(watcher, id).write(sent.txId);
      setUnsaved(sent.txId);
      await save(sent.txId);
    },
  };
}

/** Shows an image again that was hidden for a report. */
export function Unhide({ report, image }: { report: ReportRecord; image: string }) {
  const { decide, busy } = useReportDecision(report);
  return (
    <div>
      <AskButton
        tone="secondary"
        busy={busy}
        question="Show this image again?"
        explanation="It appears again wherever it is used. Your decision stays on record."
        answers={[{ label: "Show it", act: () => decide({ decision: "unhide-image", image }) }]}
        keep="Keep it hidden"
      >
        Show the image again
      </AskButton>
    </div>
  );
}

/** Ends a suspension. */
export function Restore({ person }: { person: ProfileBrief }) {
  const { send, sending } = useSending();
  const name = nameOrAddress(person);
  if (useIsPending("WATCHER_RESTORE_PROFILE", { person: person.address })) {
    return (
      <p className="inline-flex min-h-11 items-center gap-2 text-pending">
        <SpinnerMark />
        The suspension of {name} is being ended.
      </p>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4">
      <RestoreButton
        name={name}
        label={`Restore ${name}`}
        busy={sending}
        onConfirm={() => send(() => suspensionCall("restore", person.address))}
      />
    </div>
  );
}
