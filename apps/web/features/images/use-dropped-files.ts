import { type DragEvent as ReactDragEvent, useEffect, useEffectEvent, useState } from "react";

/**
 * Takes files that are dropped on a part of the page, or pasted outside of text fields. Files dropped elsewhere are
 * refused: the browser would open them and leave the page, with all that was typed.
 * @param onFiles null while no files can be taken
 * @returns whether files are dragged over the part, and its event handlers. They also get the events of its React
 *   children elsewhere in the document, such as a dialog
 */
export function useDroppedFiles(onFiles: ((files: File[]) => void) | null) {
  const [over, setOver] = useState(false);
  const paste = useEffectEvent(({ clipboardData, target }: ClipboardEvent) => {
    const files = [...(clipboardData?.files ?? [])];
    const isTyping = target instanceof Element && target.matches("input, textarea");
    if (files.length > 0 && !isTyping) onFiles?.(files);
  });
  useEffect(() => {
    const unmounted = new AbortController();
    const { signal } = unmounted;
    document.addEventListener("paste", paste, { signal });
    window.addEventListener("dragover", (event) => setOver(refuseUnlessTaken(event)), { signal });
    // A drag with a related target moved to another element. Without one, it left the window.
    window.addEventListener("dragleave", (event) => !event.relatedTarget && setOver(false), {
      signal,
    });
    window.addEventListener(
      "drop",
      (event) => {
        refuseUnlessTaken(event);
        setOver(false);
      },
      { signal },
    );
    return () => unmounted.abort();
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

/** False for dragged text, which the browser handles. */
function carriesFiles({ dataTransfer }: Pick<DragEvent, "dataTransfer">): boolean {
  return dataTransfer?.types.includes("Files") === true;
}

/** Refuses dragged files unless a part took them. @returns whether one did */
function refuseUnlessTaken(event: DragEvent): boolean {
  if (event.defaultPrevented) return carriesFiles(event);
  if (carriesFiles(event)) {
    event.preventDefault();
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = "none";
  }
  return false;
}
