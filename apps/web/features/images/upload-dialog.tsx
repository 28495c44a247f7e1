import { ipfsAddress } from "@colonnade/domain/image-address.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { ImageUp } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { api } from "../../api/client.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { withServerSession } from "../wallet/server-session.ts";
import { describeWalletError, isCancelled } from "../wallet/wallet-error.ts";
import { drawRosetteImage, pickImageFile, prepareImage } from "./image-file.ts";

type Upload = ReturnType<typeof useUpload>;

/**
 * Uploads an image: prepares it, shows it, and keeps it until it is used.
 * @param chosen reads the address of the image that is chosen now
 * @param choose gets the address of the uploaded image, `ipfs://{cid}`, unless another was chosen during the upload
 */
export function useUpload(chosen: () => string | null, choose: (imageAddress: string) => void) {
  const [prepared, setPrepared] = useState<{ image: Blob; link: string } | null>(null);
  const [failure, setFailure] = useState<{ words: string; unstored: boolean } | null>(null);
  const [preparing, setPreparing] = useState(false);
  const [uploading, setUploading] = useState(false);
  const link = prepared?.link ?? null;
  useEffect(() => {
    if (link === null) return;
    return () => URL.revokeObjectURL(link);
  }, [link]);

  const prepare = async (make: () => Promise<Blob>) => {
    setFailure(null);
    setPreparing(true);
    try {
      const image = await make();
      setPrepared({ image, link: URL.createObjectURL(image) });
    } catch (error) {
      const words = error instanceof Error ? error.message : messages.imageFile;
      setFailure({ words, unstored: false });
    } finally {
      setPreparing(false);
    }
  };

  const store = async () => {
    if (prepared === null) return;
    setUploading(true);
    setFailure(null);
    const before = chosen();
    try {
      const { cid } = await withServerSession(() => api("uploadImage", { file: prepared.image }));
      if (chosen() === before) {
        choose(ipfsAddress(cid));
        setPrepared(null);
      } else {
        const words = "You chose another image meanwhile. This one is still here.";
        setFailure({ words, unstored: false });
      }
    } catch (error) {
      const words = isCancelled(error)
        ? "You did not sign. Your signature shows that the upload is yours, and costs nothing."
        : `${describeWalletError(error)} Your image is still here.`;
      setFailure({ words, unstored: true });
    } finally {
      setUploading(false);
    }
  };

  return {
    /** The object URL of the prepared image. */
    preview: link,
    /** Why the shown image is not used, or a file was refused, and whether it is the storing that failed. */
    failure,
    preparing,
    uploading,
    /** While it prepares or uploads an image, it takes no other. */
    busy: preparing || uploading,
    takeFiles: (files: readonly File[]) => prepare(async () => prepareImage(pickImageFile(files))),
    takeRosette: (address: string) => prepare(() => drawRosetteImage(address)),
    store,
    /** Clears the error of a file that was refused before. */
    begin: () => {
      if (prepared === null) setFailure(null);
    },
  };
}

/** The dialog in which an image is chosen, shown and uploaded. The image stays until it is stored. */
export function UploadDialog({
  open,
  onClose,
  upload,
  over,
  rosetteOf,
}: {
  open: boolean;
  onClose: () => void;
  upload: Upload;
  /** Whether files are dragged over the picker. */
  over: boolean;
  /** The address whose rosette is offered to people who have no image at hand. */
  rosetteOf: string | undefined;
}) {
  const { preview, failure, preparing, uploading } = upload;
  return (
    <Dialog open={open} onClose={onClose} title="Upload an image" size="small">
      <div className="flex flex-col gap-4 p-5 sm:p-6">
        <DropZone upload={upload} over={over} />
        {rosetteOf === undefined || preview !== null || preparing ? null : (
          <Button tone="quiet" onClick={() => upload.takeRosette(rosetteOf)}>
            Use the rosette of my address
          </Button>
        )}
        <p role="alert" className="text-sm font-medium text-seal empty:hidden">
          {failure?.words}
        </p>
        {preview === null ? null : (
          <Button onClick={upload.store} busy={uploading}>
            {uploading ? "Uploading…" : failure?.unstored ? "Try again" : "Use this image"}
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

/** Takes files that are chosen, dropped or pasted, and shows the image. */
function DropZone({ upload, over }: { upload: Upload; over: boolean }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { preview, preparing, busy, takeFiles } = upload;
  return (
    <section
      aria-label="Drop an image here"
      className={classNames(
        "relative flex min-h-56 flex-col items-center justify-center gap-3 rounded-paper border border-dashed p-4 text-center transition-colors",
        over ? "border-seal bg-paper" : "border-line bg-sunk",
      )}
    >
      {preparing ? (
        <Spinner>Preparing your image</Spinner>
      ) : preview === null ? (
        <>
          <ImageUp className="size-8 text-muted" strokeWidth={1.25} />
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
        disabled={busy}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = "";
          if (files.length > 0) takeFiles(files);
        }}
      />
      <Button tone="secondary" disabled={busy} onClick={() => input.current?.click()}>
        {preview === null ? "Choose a file" : "Choose another file"}
      </Button>
      <p className="text-xs text-muted">Up to 10 MB, under 2500 × 2500 pixels</p>
    </section>
  );
}
