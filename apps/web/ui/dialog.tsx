import { Dialog as Base } from "@base-ui/react/dialog";
import { messages } from "@colonnade/domain/messages.ts";
import type { ReactNode, RefObject } from "react";
import { classNames } from "./class-names.ts";

const widths = { small: "max-w-md", medium: "max-w-2xl", large: "max-w-4xl" };

/**
 * A modal dialog. Esc, the backdrop and the Exit button close it. The focus then returns to its old place.
 * Screen readers announce `title`; with `showTitle` false it is not visible.
 */
export function Dialog({
  open,
  onClose,
  onClosed,
  title,
  showTitle = true,
  size = "medium",
  initialFocus,
  besideToast = false,
  children,
}: {
  open: boolean;
  onClose: () => void;
  /** Called when the closing animation has ended. */
  onClosed?: () => void;
  title: ReactNode;
  showTitle?: boolean;
  size?: keyof typeof widths;
  /** What gets the focus first; the Exit button unless given. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Leaves room for a toast that appears together with it. */
  besideToast?: boolean;
  children: ReactNode;
}) {
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onOpenChangeComplete={(next) => !next && onClosed?.()}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-veil transition-opacity duration-200 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0" />
        <Base.Viewport
          className={classNames(
            "fixed inset-0 z-50 grid overflow-y-auto p-0 sm:place-items-center sm:p-6",
            besideToast && "beside-toast",
          )}
        >
          <Base.Popup
            {...(initialFocus === undefined ? {} : { initialFocus })}
            className={classNames(
              "relative flex w-full flex-col self-end border border-rule bg-sheet text-ink outline-none transition-[opacity,translate] duration-200 ease-press data-[ending-style]:translate-y-3 data-[starting-style]:translate-y-3 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0 sm:self-center sm:rounded-paper",
              widths[size],
            )}
          >
            <div
              className={
                showTitle
                  ? "flex items-center justify-between gap-4 border-b border-rule px-5 py-2 sm:px-6"
                  : "absolute top-2 right-2 z-20 rounded-paper bg-sheet"
              }
            >
              <Base.Title className={showTitle ? "text-lg" : "sr-only"}>{title}</Base.Title>
              <Base.Close className="inline-flex min-h-11 items-center px-3 text-sm font-semibold underline decoration-rule underline-offset-4 hover:decoration-seal">
                {messages.exit}
              </Base.Close>
            </div>
            {children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/** Words that screen readers announce together with the title when the dialog opens. */
export const DialogDescription = Base.Description;
