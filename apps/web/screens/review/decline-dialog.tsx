import { limits } from "@colonnade/domain/limits.ts";
import type { ApplicationRecord } from "@colonnade/domain/organization-application.ts";
import { textSchema } from "@colonnade/domain/text-schema.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useForm, useWatch } from "react-hook-form";
import { toast } from "react-toastify";
import * as z from "zod/mini";
import { api } from "../../api/client.ts";
import { applicationKey } from "../../features/organization/application-query.ts";
import {
  dropUnsentReason,
  keepUnsentReason,
  readUnsentReason,
} from "../../features/organization/unsent-reason.ts";
import { withServerSession } from "../../features/wallet/server-session.ts";
import { toastWalletError } from "../../layout/use-sending.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextArea } from "../../ui/field.tsx";

const formSchema = z.object({ reason: textSchema(limits.declineReasonCodePoints) });

/** Says why, to the applicant. What is written survives closing the dialog, and a reload. */
export function DeclineDialog({
  watcher,
  application: { id, bnsName },
  open,
  onClose,
  onDeclined,
}: {
  watcher: string;
  application: ApplicationRecord;
  open: boolean;
  onClose: () => void;
  onDeclined: () => void;
}) {
  const client = useQueryClient();
  const { control, register, handleSubmit, formState, getValues } = useForm({
    mode: "onChange",
    resolver: zodResolver(formSchema),
    defaultValues: { reason: readUnsentReason(watcher, id) },
  });
  const written = useWatch({ control, name: "reason" });
  useEffect(() => {
    if (written === "") dropUnsentReason(watcher, id);
    else keepUnsentReason(watcher, id, written);
  }, [watcher, id, written]);
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ reason }) => {
    try {
      await withServerSession(() =>
        api("decideApplication", { params: { id }, body: { decision: "decline", reason } }),
      );
      dropUnsentReason(watcher, id);
      onClose();
      toast.success(`${bnsName} is declined. The applicant reads why.`);
      await client.invalidateQueries({ queryKey: applicationKey });
      onDeclined();
    } catch (error) {
      toastWalletError(error);
      await client.invalidateQueries({ queryKey: applicationKey });
    }
  });
  return (
    <Dialog open={open} onClose={onClose} title={`Decline ${bnsName}`}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4 p-5 sm:p-6">
        <TextArea
          label="Reason"
          hint="The applicant reads it, and can apply again."
          limit={limits.declineReasonCodePoints}
          required
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
