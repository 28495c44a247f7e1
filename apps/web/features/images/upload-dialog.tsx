import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { DropZone } from "./drop-zone.tsx";
import type { Upload } from "./use-upload.ts";

/** A picture for whoever has none at hand. */
export interface Suggestion {
  label: string;
  draw: () => Promise<Blob>;
}

/** Chooses a picture, shows it, and stores it. What was chosen stays until it is stored. */
export function UploadDialog({
  open,
  onClose,
  upload,
  over,
  suggestion,
}: {
  open: boolean;
  onClose: () => void;
  upload: Upload;
  /** Whether files are held over it. */
  over: boolean;
  suggestion: Suggestion | undefined;
}) {
  const { preview, problem, preparing, uploading, unstored } = upload;
  return (
    <Dialog open={open} onClose={onClose} title="Upload an image" size="small">
      <div className="flex flex-col gap-4 p-5 sm:p-6">
        <DropZone upload={upload} over={over} />
        {suggestion === undefined || preview !== null || preparing ? null : (
          <Button tone="quiet" onClick={() => upload.takeDrawn(suggestion.draw)}>
            {suggestion.label}
          </Button>
        )}
        <p role="alert" className="text-sm font-medium text-seal empty:hidden">
          {problem}
        </p>
        {preview === null ? null : (
          <Button onClick={upload.store} busy={uploading}>
            {uploading ? "Uploading…" : unstored ? "Try again" : "Use this image"}
          </Button>
        )}
        <p className="text-sm text-muted">
          The first upload asks your wallet for a signature. It is not a transaction and costs
          nothing.
        </p>
      </div>
    </Dialog>
  );
}
