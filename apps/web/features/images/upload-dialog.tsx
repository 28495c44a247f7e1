import { messages } from "@colonnade/domain/messages.ts";
import { ImageUp } from "lucide-react";
import { type DragEvent, useEffect, useId, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { describeWalletError, isCancelled } from "../wallet/wallet-error.ts";
import { pickImageFile, prepareImage } from "./image-file.ts";
import { uploadImage } from "./upload.ts";

interface Prepared {
  image: Blob;
  /** An object URL. */
  link: string;
}

/** Chooses, drops or pastes a picture, shows it, and stores it. What was chosen stays until it is stored. */
export function UploadDialog({
  open,
  onClose,
  onUploaded,
  suggestion,
}: {
  open: boolean;
  onClose: () => void;
  onUploaded: (imageAddress: string) => void;
  /** A picture for whoever has none at hand. */
  suggestion?: { label: string; draw: () => Promise<Blob> };
}) {
  const [prepared, setPrepared] = useState<Prepared | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [preparing, setPreparing] = useState(false);
  const [uploading, setUploading] = useState(false);
  const link = prepared?.link;
  useEffect(() => {
    if (link === undefined) return;
    return () => URL.revokeObjectURL(link);
  }, [link]);

  const show = (image: Blob) => setPrepared({ image, link: URL.createObjectURL(image) });
  const take = async (make: () => Promise<Blob>) => {
    setProblem(null);
    setPreparing(true);
    try {
      show(await make());
    } catch (error) {
      setProblem(error instanceof Error ? error.message : messages.imageFile);
    } finally {
      setPreparing(false);
    }
  };
  const takeFiles = (files: readonly File[]) =>
    take(async () => prepareImage(pickImageFile(files)));

  const upload = async () => {
    if (prepared === null) return;
    setUploading(true);
    setProblem(null);
    try {
      onUploaded(await uploadImage(prepared.image));
      setPrepared(null);
      onClose();
    } catch (error) {
      setProblem(
        isCancelled(error)
          ? "You did not sign. Uploading needs to know that it is you; signing costs nothing."
          : `${describeWalletError(error)} Your image is still here.`,
      );
    } finally {
      setUploading(false);
    }
  };

  return (
    <Dialog open={open} onClose={onClose} title="Upload an image" size="small">
      <div className="flex flex-col gap-4 p-5 sm:p-6">
        <DropZone
          onFiles={takeFiles}
          preview={prepared?.link ?? null}
          preparing={preparing}
          disabled={uploading || preparing}
        />
        {suggestion === undefined || prepared !== null || preparing ? null : (
          <Button tone="quiet" onClick={() => take(suggestion.draw)}>
            {suggestion.label}
          </Button>
        )}
        <p role="alert" className="text-sm font-medium text-seal empty:hidden">
          {problem}
        </p>
        {prepared === null ? null : (
          <Button onClick={upload} busy={uploading}>
            {uploading ? "Uploading…" : problem === null ? "Use this image" : "Try again"}
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

function DropZone({
  onFiles,
  preview,
  preparing,
  disabled,
}: {
  onFiles: (files: File[]) => void;
  preview: string | null;
  preparing: boolean;
  disabled: boolean;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  useEffect(() => {
    const paste = ({ clipboardData }: ClipboardEvent) => {
      const files = [...(clipboardData?.files ?? [])];
      if (files.length > 0 && !disabled) onFiles(files);
    };
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  });
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!disabled) onFiles([...event.dataTransfer.files]);
  };
  return (
    <section
      aria-label="Drop an image here"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={classNames(
        "relative flex min-h-56 flex-col items-center justify-center gap-3 rounded-paper border border-dashed p-4 text-center transition-colors",
        over ? "border-seal bg-paper" : "border-line bg-sunk",
      )}
    >
      {preparing ? (
        <Spinner>Preparing your image</Spinner>
      ) : preview === null ? (
        <>
          <ImageUp aria-hidden="true" className="size-8 text-muted" strokeWidth={1.25} />
          <p>Drop an image here, or paste one.</p>
        </>
      ) : (
        <img
          src={preview}
          alt="What you are about to use"
          className="max-h-72 max-w-full rounded-paper border border-rule object-contain"
        />
      )}
      <label htmlFor={id} className="sr-only">
        Image file
      </label>
      <input
        id={id}
        ref={input}
        type="file"
        accept="image/*"
        disabled={disabled}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = "";
          if (files.length > 0) onFiles(files);
        }}
      />
      <Button tone="secondary" disabled={disabled} onClick={() => input.current?.click()}>
        {preview === null ? "Choose a file" : "Choose another file"}
      </Button>
      <p className="text-xs text-muted">Up to 10 MB, under 2500 × 2500 pixels</p>
    </section>
  );
}
