import { ImageUp } from "lucide-react";
import { useId, useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Spinner } from "../../ui/spinner.tsx";
import type { Upload } from "./use-upload.ts";

/** Where an image is chosen, dropped or pasted, and seen. `over`: files are held over it. */
export function DropZone({ upload, over }: { upload: Upload; over: boolean }) {
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
