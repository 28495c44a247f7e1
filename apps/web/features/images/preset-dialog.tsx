import { categories } from "@colonnade/domain/category.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { Check } from "lucide-react";
import { classNames } from "../../ui/class-names.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { StoredImage } from "../../ui/stored-image.tsx";

/** The ten category images to choose from; choosing one closes the dialog. */
export function PresetDialog({
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
                      <Check aria-hidden="true" className="size-4" />
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
