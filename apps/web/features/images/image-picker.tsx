import { categories, categoryOf, unknownCategory } from "@colonnade/domain/category.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { Check, ImagePlus, Stamp } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { useController, useFormContext } from "react-hook-form";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { StoredImage } from "../../ui/stored-image.tsx";
import { UploadDialog, useUpload } from "./upload-dialog.tsx";
import { useDroppedFiles } from "./use-dropped-files.ts";

/**
 * The field `image` of a form: an image address, or null (or empty) while none is chosen. The image is uploaded, or
 * with `presets` also one of the category images. Takes files dropped anywhere on it.
 */
export function ImagePicker({
  presets = false,
  round = false,
  hint,
  rosetteOf,
}: {
  presets?: boolean;
  /** Shows it round, as images of people are. */
  round?: boolean;
  hint?: ReactNode;
  /** Offers the rosette that is drawn from this address. */
  rosetteOf?: string;
}) {
  const id = useId();
  const { getValues } = useFormContext<{ image: string | null }>();
  const { field, fieldState, formState } = useController<{ image: string | null }>({
    name: "image",
  });
  const value = field.value === "" ? null : field.value;
  // What is being sent must stay what is shown.
  const isLocked = formState.isSubmitting;
  const error = fieldState.error?.message;
  const [open, setOpen] = useState<"upload" | "presets" | null>(null);
  const close = () => setOpen(null);
  const upload = useUpload(
    () => getValues("image"),
    (imageAddress) => {
      field.onChange(imageAddress);
      // The upload may end while the category images are open.
      setOpen((now) => (now === "upload" ? null : now));
    },
  );
  const { over, listeners } = useDroppedFiles(
    isLocked || upload.busy || open === "presets"
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
              // react-hook-form focuses the first button when the value is wrong.
              ref={field.ref}
              tone="secondary"
              disabled={isLocked}
              icon={<Stamp className="size-4" />}
              onClick={() => setOpen("presets")}
            >
              {messages.selectImageFromWallet}
            </Button>
          ) : null}
          <Button
            ref={presets ? undefined : field.ref}
            tone="secondary"
            disabled={isLocked}
            icon={<ImagePlus className="size-4" />}
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
          onSelect={field.onChange}
        />
      ) : null}
      <UploadDialog
        open={open === "upload"}
        onClose={close}
        upload={upload}
        over={over}
        rosetteOf={rosetteOf}
      />
    </fieldset>
  );
}

/** The chosen image, or an empty frame. */
function Chosen({
  value,
  round,
  over,
  faulty,
}: {
  value: string | null;
  round: boolean;
  /** Whether a file is dragged over it. */
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
        <ImagePlus className="size-8" strokeWidth={1.25} />
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

/** The ten category images. Choosing one closes the dialog. */
function PresetDialog({
  open,
  onClose,
  selected,
  onSelect,
}: {
  open: boolean;
  onClose: () => void;
  selected: string | null;
  onSelect: (imageAddress: string) => void;
}) {
  return (
    <Dialog open={open} onClose={onClose} title={messages.selectImageFromWallet} size="large">
      <p className="px-5 pt-4 text-muted sm:px-6">
        The image says what kind of endorsement it is. Each of the ten stands for one category.
      </p>
      <ul className="grid grid-cols-2 gap-3 p-5 sm:grid-cols-5 sm:gap-4 sm:p-6">
        {categories.map(({ name, imageAddress, tint, ink }) => {
          const chosen = imageAddress === selected;
          return (
            <li key={imageAddress}>
              <button
                type="button"
                aria-pressed={chosen}
                onClick={() => {
                  onSelect(imageAddress);
                  onClose();
                }}
                className="group flex h-full w-full flex-col gap-2 rounded-paper text-left"
              >
                <span
                  className={classNames(
                    "relative block aspect-square w-full overflow-hidden rounded-paper border transition-colors",
                    chosen ? "border-seal" : "border-rule group-hover:border-ink",
                  )}
                  style={{ backgroundColor: tint }}
                >
                  <StoredImage
                    address={imageAddress}
                    className="transition-transform duration-300 ease-press group-hover:scale-[1.04]"
                  />
                  {chosen ? (
                    <span className="absolute top-1.5 right-1.5 inline-flex size-6 items-center justify-center rounded-full bg-seal text-paper">
                      <Check className="size-4" />
                    </span>
                  ) : null}
                </span>
                <span
                  className="text-xs font-semibold leading-4"
                  style={{ color: `light-dark(${ink.light}, ${ink.dark})` }}
                >
                  {name}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
