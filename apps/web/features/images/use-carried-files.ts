import { type DragEvent as ReactDragEvent, useEffect, useEffectEvent, useState } from "react";

/**
 * Takes the files that are dropped on a part of the page, or pasted while one writes nowhere. Dropped beside it
 * they are refused: a browser would leave the page, and all that was written on it, to open them.
 * @param onFiles null while none can be taken
 * @returns whether files are held over the part, and what the part listens with; what React draws within it is
 *   of it, a dialog too
 */
export function useCarriedFiles(onFiles: ((files: File[]) => void) | null) {
  const [over, setOver] = useState(false);
  const paste = useEffectEvent(({ clipboardData, target }: ClipboardEvent) => {
    const files = [...(clipboardData?.files ?? [])];
    const isWritten = target instanceof Element && target.matches("input, textarea");
    if (files.length > 0 && !isWritten) onFiles?.(files);
  });
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    document.addEventListener("paste", paste, { signal });
    window.addEventListener("dragover", (event) => setOver(refuseUnlessTaken(event)), { signal });
    window.addEventListener("dragleave", (event) => isOutside(event) && setOver(false), { signal });
    window.addEventListener(
      "drop",
      (event) => {
        refuseUnlessTaken(event);
        setOver(false);
      },
      { signal },
    );
    return () => leaving.abort();
  }, []);

  const take = (event: ReactDragEvent): boolean => {
    if (onFiles === null || !carriesFiles(event)) return false;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    return true;
  };
  return {
    over,
    listeners: {
      onDragOver: take,
      onDrop: (event: ReactDragEvent) => {
        if (take(event)) onFiles?.([...event.dataTransfer.files]);
      },
    },
  };
}

/** A text that is dragged goes where texts go. */
function carriesFiles({ dataTransfer }: Pick<DragEvent, "dataTransfer">): boolean {
  return dataTransfer?.types.includes("Files") === true;
}

/** Whether somebody took the files that hang over the page; if nobody did, the browser does not either. */
function refuseUnlessTaken(event: DragEvent): boolean {
  if (event.defaultPrevented) return carriesFiles(event);
  if (carriesFiles(event)) {
    event.preventDefault();
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = "none";
  }
  return false;
}

/** What is dragged left the window, and not one thing on it for another. */
function isOutside({ relatedTarget }: DragEvent): boolean {
  return relatedTarget === null;
}
