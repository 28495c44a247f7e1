import { limits } from "@colonnade/domain/limits.ts";
import type { ApplicationRecord } from "@colonnade/domain/organization-application.ts";
import { txIdSchema } from "@colonnade/domain/principal.ts";
import { textSchema } from "@colonnade/domain/text-schema.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { Stamp } from "lucide-react";
import { useEffect, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { toast } from "react-toastify";
import * as z from "zod/mini";
import { api } from "../../api/client.ts";
import { codeOf, statusOf } from "../../api/error.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { requireUploadedImage } from "../../features/images/uploaded-image.ts";
import { newOrganizationCall } from "../../features/organization/call.ts";
import { useViewerAddress } from "../../features/profile/viewer.ts";
import { withServerSession } from "../../features/wallet/server-session.ts";
import { tabItem } from "../../features/wallet/storage.ts";
import { StatusLink } from "../../features/wallet/transaction-state.tsx";
import { useOutcome } from "../../features/wallet/transaction-status.ts";
import { toastWalletError, useSending } from "../../layout/wallet-actions.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextArea } from "../../ui/field.tsx";
import { Name } from "../../ui/name.tsx";
import { Notice } from "../shared/notice.tsx";

const LOGO_REMOVED =
  "The logo is not stored here any more, or will soon be removed. Please decline, and ask the applicant to upload it again and apply once more.";

/** The id of the heading of an application's card, which takes the focus after a decision. */
export const headingOf = ({ id }: ApplicationRecord) => `application-${id}`;

/**
 * The buttons that admit or decline.
 * @param onDeclined runs once the application has left the list
 */
export function DecideApplication({
  application,
  onDeclined,
}: {
  application: ApplicationRecord;
  onDeclined: () => void;
}) {
  const { admit, save, busy, sending, logoRemoved, unsaved, failedTxId } =
    useAdmission(application);
  const [declining, setDeclining] = useState(false);
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
  const lastTry = failedTxId ?? application.txId;
  return (
    <div className="flex flex-col gap-4">
      {lastTry === null || busy ? null : <FailedAdmission txId={lastTry} />}
      {logoRemoved === null || busy ? null : (
        <Notice tone="alert" title="Nothing was sent">
          {logoRemoved}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          onClick={admit}
          busy={busy}
          icon={<Stamp className="size-5" />}
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
              ? "Saving your decision."
              : "Admitting is a transaction; declining is not."}
        </p>
      </div>
      <DeclineDialog
        application={application}
        open={declining}
        onClose={() => setDeclining(false)}
        onDeclined={onDeclined}
      />
    </div>
  );
}

/** Says that an earlier admission failed, and why. */
function FailedAdmission({ txId }: { txId: string }) {
  const outcome = useOutcome(txId);
  return (
    <Notice tone="alert" title="The last admission failed" action={<StatusLink txId={txId} />}>
      {outcome.state === "failed" ? outcome.reason : "The network refused it."} The application is
      waiting for a decision again.
    </Notice>
  );
}

/** An admission that the service has not recorded: it was not reached, or the transaction had failed already. */
const admissionSchema = z.object({
  txId: txIdSchema,
  state: z.enum(["unsaved", "failed"]),
  /** When a watcher last decided on the application before this: ISO 8601; null if none had. */
  decidedBefore: z.nullable(z.string()),
});
type Admission = z.infer<typeof admissionSchema>;

/** The admission that this watcher sent. Another watcher in the same tab has their own. */
export const storedAdmission = (watcher: string | null, applicationId: number) =>
  tabItem(`admission ${watcher} ${applicationId}`, admissionSchema);

/** Whether a failed admission no longer matters: a watcher has decided since. */
export function isSuperseded(
  { state, decidedBefore }: Admission,
  { decidedAt }: Pick<ApplicationRecord, "decidedAt">,
): boolean {
  return state === "failed" && decidedBefore !== decidedAt;
}

/** Admits in two steps: the wallet sends the transaction, then the service gets its id. */
function useAdmission(application: ApplicationRecord) {
  const { id } = application;
  const client = useQueryClient();
  const watcher = useViewerAddress();
  const { send, sending } = useSending();
  const [saving, setSaving] = useState(false);
  const [logoRemoved, setLogoRemoved] = useState<string | null>(null);
  const [kept, setKept] = useState(() => storedAdmission(watcher, id).read());
  const superseded = kept !== null && isSuperseded(kept, application);
  useEffect(() => {
    if (superseded) storedAdmission(watcher, id).remove();
  }, [superseded, watcher, id]);

  const keep = (admission: Admission | null) => {
    if (admission === null) storedAdmission(watcher, id).remove();
    else storedAdmission(watcher, id).write(admission);
    setKept(admission);
  };
  const save = async (admission: Admission) => {
    setSaving(true);
    try {
      const body = { decision: "admit", txId: admission.txId } as const;
      await withServerSession(() => api("decideApplication", { params: { id }, body }));
      keep(null);
    } catch (error) {
      if (codeOf(error) === "precondition_failed_error") keep({ ...admission, state: "failed" });
      else {
        if (isFinal(error)) keep(null);
        toastWalletError(error);
      }
    }
    setSaving(false);
    await client.invalidateQueries({ queryKey: queryKeys.application });
  };
  const current = superseded ? null : kept;
  return {
    /** While the wallet asks, or the service gets the id. */
    busy: sending || saving,
    sending,
    /** Words about a logo without which the wallet did not open. */
    logoRemoved,
    /** A transaction that was sent and that the service does not know yet. */
    unsaved: current?.state === "unsaved" ? current : null,
    /** A transaction that failed before the service got its id. */
    failedTxId: current?.state === "failed" ? current.txId : null,
    save,
    async admit() {
      setLogoRemoved(null);
      const sent = await send(async () => {
        await requireUploadedImage(application.imageUrl, setLogoRemoved, LOGO_REMOVED);
        return newOrganizationCall(application);
      });
      if (sent === null) return;
      const { txId } = sent;
      const admission = { txId, state: "unsaved", decidedBefore: application.decidedAt } as const;
      keep(admission);
      await save(admission);
      document.getElementById(headingOf(application))?.focus({ preventScroll: true });
    },
  };
}

/** Whether the service would refuse the same request again: any 4xx but "too many requests". */
export function isFinal(error: unknown): boolean {
  const status = statusOf(error) ?? 0;
  return status >= 400 && status < 500 && status !== 429;
}

const formSchema = z.object({ reason: textSchema(limits.declineReasonCodePoints) });

/** The reason as typed so far. */
const unsentReason = (watcher: string | null, applicationId: number) =>
  tabItem(`unsentReason ${watcher} ${applicationId}`, z.object({ reason: z.string() }));

/** Asks for the reason, which the applicant reads. What is typed survives closing the dialog, and a reload. */
function DeclineDialog({
  application: { id, bnsName },
  open,
  onClose,
  onDeclined,
}: {
  application: ApplicationRecord;
  open: boolean;
  onClose: () => void;
  onDeclined: () => void;
}) {
  const client = useQueryClient();
  const watcher = useViewerAddress();
  const { control, register, handleSubmit, formState, getValues } = useForm({
    mode: "onChange",
    resolver: zodResolver(formSchema),
    defaultValues: unsentReason(watcher, id).read() ?? { reason: "" },
  });
  const written = useWatch({ control, name: "reason" });
  useEffect(() => {
    if (written === "") unsentReason(watcher, id).remove();
    else unsentReason(watcher, id).write({ reason: written });
  }, [watcher, id, written]);
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ reason }) => {
    try {
      await withServerSession(() =>
        api("decideApplication", { params: { id }, body: { decision: "decline", reason } }),
      );
      unsentReason(watcher, id).remove();
      onClose();
      toast.success(
        <>
          <Name>{bnsName}</Name> is declined. The applicant can read why.
        </>,
      );
      await client.invalidateQueries({ queryKey: queryKeys.application });
      onDeclined();
    } catch (error) {
      toastWalletError(error);
      await client.invalidateQueries({ queryKey: queryKeys.application });
    }
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={
        <>
          Decline <Name>{bnsName}</Name>
        </>
      }
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4 p-5 sm:p-6">
        <TextArea
          label="Reason"
          hint="The applicant can read it and apply again."
          limit={limits.declineReasonCodePoints}
          required
          readOnly={isSubmitting}
          error={errors.reason?.message}
          defaultValue={getValues("reason")}
          {...register("reason")}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" tone="danger" busy={isSubmitting}>
            Decline the application
          </Button>
          <Button tone="quiet" onClick={onClose}>
            Keep it waiting
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
