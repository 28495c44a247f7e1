import { categoryOf, unknownCategory } from "@colonnade/domain/category.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { ImagePlus, Stamp } from "lucide-react";
import { type ReactNode, type Ref, useId, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { StoredImage } from "../../ui/stored-image.tsx";
import { PresetDialog } from "./preset-dialog.tsx";
import { type Suggestion, UploadDialog } from "./upload-dialog.tsx";
import { useCarriedFiles } from "./use-carried-files.ts";
import { useUpload } from "./use-upload.ts";

/**
 * Chooses the image of an endorsement or a profile: one's own, or (with `presets`) one of the categories'.
 * A file may be dropped anywhere on it. `value` is an image address, or null while none is chosen.
 */
export function ImagePicker({
  value,
  onChange,
  error,
  presets = false,
  round = false,
  hint,
  suggestion,
  ref,
}: {
  value: string | null;
  onChange: (imageAddress: string) => void;
  error?: string | undefined;
  presets?: boolean;
  /** Shown round, as people's images are. */
  round?: boolean;
  hint?: ReactNode;
  suggestion?: Suggestion;
  /** The first of its buttons, for a form to put the focus on. */
  ref?: Ref<HTMLButtonElement>;
}) {
  const id = useId();
  const [open, setOpen] = useState<"upload" | "presets" | null>(null);
  const close = () => setOpen(null);
  const upload = useUpload((imageAddress) => {
    onChange(imageAddress);
    close();
  });
  const { over, listeners } = useCarriedFiles(
    upload.busy || open === "presets"
      ? null
      : (files) => {
          setOpen("upload");
          upload.takeFiles(files);
        },
  );
  return (
    <fieldset
      aria-describedby={error === undefined ? undefined : `${id}-error`}
      className="mb-2"
      {...listeners}
    >
      <legend className="caps mb-1.5 text-ink">
        Image
        <span aria-hidden="true" className="text-seal">
          {" *"}
        </span>
      </legend>
      <div className="flex flex-col gap-4 sm:flex-row sm:items-center sm:gap-6">
        <Chosen value={value} round={round} over={over} faulty={error !== undefined} />
        <div className="flex flex-col items-start gap-3">
          {hint ? <p className="measure text-sm text-muted">{hint}</p> : null}
          {presets ? (
            <Button
              ref={ref}
              tone="secondary"
              icon={<Stamp aria-hidden="true" className="size-4" />}
              onClick={() => setOpen("presets")}
            >
              {messages.selectImageFromWallet}
            </Button>
          ) : null}
          <Button
            ref={presets ? undefined : ref}
            tone="secondary"
            icon={<ImagePlus aria-hidden="true" className="size-4" />}
            onClick={() => {
              upload.begin();
              setOpen("upload");
            }}
          >
            {value === null ? "Upload an image" : "Upload another image"}
          </Button>
        </div>
      </div>
      <p id={`${id}-error`} role="alert" className="mt-1.5 min-h-5 text-sm font-medium text-seal">
        {error}
      </p>
      {presets ? (
        <PresetDialog
          open={open === "presets"}
          onClose={close}
          selected={value}
          onSelect={onChange}
        />
      ) : null}
      <UploadDialog
        open={open === "upload"}
        onClose={close}
        upload={upload}
        over={over}
        suggestion={suggestion}
      />
    </fieldset>
  );
}

/** The image that is chosen, or the place for one. */
function Chosen({
  value,
  round,
  over,
  faulty,
}: {
  value: string | null;
  round: boolean;
  /** Whether a file is held over it. */
  over: boolean;
  faulty: boolean;
}) {
  const category = value === null ? unknownCategory : categoryOf(value);
  return (
    <div
      className={classNames(
        "relative flex size-40 shrink-0 items-center justify-center overflow-hidden border text-muted transition-colors",
        round ? "rounded-full" : "rounded-paper",
        over ? "bg-paper" : "bg-sunk",
        over || faulty ? "border-seal" : "border-line",
        value === null && "border-dashed",
      )}
    >
      {value === null ? (
        <ImagePlus aria-hidden="true" className="size-8" strokeWidth={1.25} />
      ) : (
        <StoredImage
          key={value}
          address={value}
          alt={category === unknownCategory ? "The image you chose" : category.name}
          className="animate-[press-in_250ms_var(--ease-press)]"
          fallback={<span className="p-4 text-center text-sm">Your image is stored.</span>}
        />
      )}
    </div>
  );
}
