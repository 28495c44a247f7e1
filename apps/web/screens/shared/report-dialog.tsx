import { normalizeImage } from "@colonnade/domain/image.ts";
import { limits } from "@colonnade/domain/limits.ts";
import { type ReportSubject, reportSchema } from "@colonnade/domain/report.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { toast } from "react-toastify";
import * as z from "zod/mini";
import { api } from "../../api/client.ts";
import { useViewerAddress } from "../../features/profile/viewer.ts";
import { withServerSession } from "../../features/wallet/server-session.ts";
import { tabItem } from "../../features/wallet/storage.ts";
import { toastWalletError } from "../../layout/wallet-actions.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextArea } from "../../ui/field.tsx";
import { OrganizationLabel } from "../../ui/name.tsx";

/** What can be reported: a thing, and its image apart from it. */
export interface Reportable {
  /** What the dialog calls it. */
  name: string;
  subject: ReportSubject;
  /** The address of its image. */
  image: string;
}

const formSchema = z.pick(reportSchema, { reason: true });

const unsentSchema = z.object({
  isImage: z.boolean(),
  reason: z.string(),
});
const nothingWritten: z.infer<typeof unsentSchema> = { isImage: false, reason: "" };

type Asking = Reportable & { open: boolean; onClose: () => void };

/**
 * Asks what is wrong. The wallet signs in first if it has not. What is typed survives closing the dialog, and a
 * reload, for the same person and the same subject only.
 */
export function ReportDialog(asking: Asking) {
  const viewer = useViewerAddress();
  const key = `unsentReport ${viewer} ${Object.values(asking.subject).join(" ")}`;
  return <SubjectDialog key={key} unsentKey={key} {...asking} />;
}

function SubjectDialog({
  unsentKey,
  open,
  onClose,
  name,
  subject,
  image,
}: Asking & { unsentKey: string }) {
  const known = normalizeImage(image);
  const [start] = useState(() => tabItem(unsentKey, unsentSchema).read() ?? nothingWritten);
  const [isImage, setIsImage] = useState(start.isImage);
  const { control, register, handleSubmit, formState, getValues, reset } = useForm({
    mode: "onChange",
    resolver: zodResolver(formSchema),
    defaultValues: { reason: start.reason },
  });
  const written = useWatch({ control, name: "reason" });
  useEffect(() => {
    const unsent = tabItem(unsentKey, unsentSchema);
    if (written === "") unsent.remove();
    else unsent.write({ isImage, reason: written });
  }, [unsentKey, isImage, written]);
  const submit = handleSubmit(async ({ reason }) => {
    const about = isImage && known !== null ? ({ kind: "image", image: known } as const) : subject;
    try {
      await withServerSession(() => api("report", { body: { subject: about, reason } }));
      tabItem(unsentKey, unsentSchema).remove();
      onClose();
      reset({ reason: "" });
      setIsImage(false);
      toast.success("Thank you. A watcher will look at it.");
    } catch (error) {
      toastWalletError(error);
    }
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={
        <>
          Report <bdi>{name}</bdi>
          {subject.kind === "organization" ? (
            <>
              {" "}
              <OrganizationLabel />
            </>
          ) : null}
        </>
      }
      size="small"
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4 p-5 sm:p-6">
        {known === null ? null : (
          <fieldset className="flex flex-col">
            <legend className="caps mb-1">What is wrong</legend>
            <Choice checked={!isImage} onChoose={() => setIsImage(false)}>
              The words, or who they are from
            </Choice>
            <Choice checked={isImage} onChoose={() => setIsImage(true)}>
              The image
            </Choice>
          </fieldset>
        )}
        <TextArea
          label="Reason"
          hint="Only watchers read it, and see that it is from you."
          limit={limits.reportReasonCodePoints}
          required
          readOnly={formState.isSubmitting}
          error={formState.errors.reason?.message}
          defaultValue={getValues("reason")}
          {...register("reason")}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={formState.isSubmitting}>
            Send the report
          </Button>
          <Button tone="quiet" onClick={onClose}>
            Never mind
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Choice({
  checked,
  onChoose,
  children,
}: {
  checked: boolean;
  onChoose: () => void;
  children: string;
}) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input
        type="radio"
        name="about"
        checked={checked}
        onChange={onChoose}
        className="size-5 accent-ink"
      />
      {children}
    </label>
  );
}
