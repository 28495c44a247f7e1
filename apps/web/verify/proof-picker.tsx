import { type FormEvent, useEffect, useRef, useState } from "react";
import { proofAddressOf } from "../../../packages/verify/proof-address.ts";
import { Button } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { TextField } from "../ui/field.tsx";

/**
 * Opens a proof: a file that is chosen or dropped anywhere on the page, or an address.
 * @param shown the address that the page began with
 */
export function ProofPicker({
  isBusy,
  shown,
  onAddress,
  onFiles,
}: {
  isBusy: boolean;
  shown: string | null;
  onAddress: (address: string) => void;
  onFiles: (files: readonly File[]) => void;
}) {
  const chooser = useRef<HTMLInputElement>(null);
  const isOver = useDroppedFiles(onFiles);
  const [error, setError] = useState<string>();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const address = String(new FormData(event.currentTarget).get("address")).trim();
    const isAddress = /^https?:/i.test(address) && URL.canParse(address);
    setError(isAddress ? undefined : "Expected an address that begins with https://");
    if (isAddress) onAddress(proofAddressOf(address));
  }

  return (
    <section aria-labelledby="proof-heading" className="flex flex-col gap-4">
      <h2 id="proof-heading" className="text-xl">
        The proof
      </h2>
      <div
        className={classNames(
          "flex flex-col items-start gap-3 rounded-paper border border-dashed p-5",
          isOver ? "border-seal bg-sunk" : "border-line",
        )}
      >
        <p className="text-sm text-muted">
          Drop a proof or a badge anywhere on this page, together with its image if you have it.
        </p>
        <Button tone="secondary" disabled={isBusy} onClick={() => chooser.current?.click()}>
          Choose files
        </Button>
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          aria-label="Proof and image"
          onChange={({ target }) => {
            onFiles([...(target.files ?? [])]);
            // The same file may be chosen again after it changed.
            target.value = "";
          }}
        />
      </div>
      <form noValidate onSubmit={submit} className="flex flex-col items-start gap-1 *:w-full">
        <TextField
          label="Or its address"
          hint="Of a proof, a badge, or an endorsement's page"
          name="address"
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          defaultValue={shown ?? ""}
          error={error}
        />
        <Button type="submit" tone="secondary" busy={isBusy}>
          Open
        </Button>
      </form>
    </section>
  );
}

/** Takes files that are dropped anywhere on the page. @returns whether some are held over it */
function useDroppedFiles(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    };
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) onFiles(files);
    };
    document.addEventListener("dragover", over);
    document.addEventListener("dragleave", leave);
    document.addEventListener("drop", drop);
    return () => {
      document.removeEventListener("dragover", over);
      document.removeEventListener("dragleave", leave);
      document.removeEventListener("drop", drop);
    };
  }, [onFiles]);
  return isOver;
}
