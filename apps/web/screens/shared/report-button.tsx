import { messages } from "@colonnade/domain/messages.ts";
import { Flag } from "lucide-react";
import { useState } from "react";
import { toast } from "react-toastify";
import { useViewerAddress } from "../../features/profile/viewer.ts";
import { lazily } from "../../layout/chunk.tsx";
import { LazyDialog } from "../../layout/lazy-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import type { Reportable } from "./report-dialog.tsx";

const ReportDialog = lazily(
  "report",
  async () => (await import("./report-dialog.tsx")).ReportDialog,
);

/** Reports something to the watchers. The dialog's code is loaded when it first opens. */
export function ReportButton(reportable: Reportable) {
  const viewer = useViewerAddress();
  const [dialog, setDialog] = useState<"never" | "open" | "closed">("never");
  const close = () => setDialog("closed");
  return (
    <>
      <Button
        tone="quiet"
        icon={<Flag className="size-4" />}
        className="-mx-3 font-text font-normal text-muted print:hidden"
        onClick={() =>
          viewer === null ? toast.info(messages.connectToContinue) : setDialog("open")
        }
      >
        Report<span className="sr-only"> {reportable.name}</span>
      </Button>
      {dialog === "never" ? null : (
        <LazyDialog open={dialog === "open"} onClose={close}>
          <ReportDialog {...reportable} open={dialog === "open"} onClose={close} />
        </LazyDialog>
      )}
    </>
  );
}
