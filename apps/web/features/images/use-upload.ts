import { messages } from "@colonnade/domain/messages.ts";
import { useEffect, useState } from "react";
import { describeWalletError, isCancelled } from "../wallet/wallet-error.ts";
import { pickImageFile, prepareImage } from "./image-file.ts";
import { uploadImage } from "./upload.ts";

interface Prepared {
  image: Blob;
  /** An object URL. */
  link: string;
}

export type Upload = ReturnType<typeof useUpload>;

/** An image on its way to be stored: chosen, made ready, shown and kept until it is. */
export function useUpload(onUploaded: (imageAddress: string) => void) {
  const [prepared, setPrepared] = useState<Prepared | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [preparing, setPreparing] = useState(false);
  const [uploading, setUploading] = useState(false);
  const [unstored, setUnstored] = useState(false);
  const link = prepared?.link ?? null;
  useEffect(() => {
    if (link === null) return;
    return () => URL.revokeObjectURL(link);
  }, [link]);

  const prepare = async (make: () => Promise<Blob>) => {
    setProblem(null);
    setUnstored(false);
    setPreparing(true);
    try {
      const image = await make();
      setPrepared({ image, link: URL.createObjectURL(image) });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : messages.imageFile);
    } finally {
      setPreparing(false);
    }
  };

  const store = async () => {
    if (prepared === null) return;
    setUploading(true);
    setProblem(null);
    setUnstored(false);
    try {
      onUploaded(await uploadImage(prepared.image));
      setPrepared(null);
    } catch (error) {
      setUnstored(true);
      setProblem(
        isCancelled(error)
          ? "You did not sign. Uploading needs to know that it is you; signing costs nothing."
          : `${describeWalletError(error)} Your image is still here.`,
      );
    } finally {
      setUploading(false);
    }
  };

  return {
    /** The link of what would be stored. */
    preview: link,
    problem,
    preparing,
    uploading,
    /** Whether what is shown was to be stored and was not. */
    unstored,
    /** Whether it can take no other image now. */
    busy: preparing || uploading,
    takeFiles: (files: readonly File[]) => prepare(async () => prepareImage(pickImageFile(files))),
    /** Takes a picture that somebody without one is offered. */
    takeDrawn: prepare,
    store,
    /** Looked at anew, it does not speak of a file that was refused before. */
    begin: () => {
      if (prepared === null) setProblem(null);
    },
  };
}
