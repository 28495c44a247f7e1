import "./toasts.css";
import { useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { ToastContainer as Container, type ToastContainerProps } from "react-toastify";

/** The container of toasts, with its styles. It stands outside the page, so no dialog's backdrop covers a toast. */
export function ToastContainer(props: ToastContainerProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (frame.current === null) return;
    // Each toast is an alert. Announced by the list around it, too, it would be heard twice.
    frame.current.querySelector("[aria-live]")?.setAttribute("aria-live", "off");
    return publishHeight(frame.current);
  }, []);
  return createPortal(
    <div ref={frame}>
      <Container {...props} />
    </div>,
    document.body,
  );
}

/**
 * Keeps the height of all toasts in the custom property `--toasts-height`, which toasts.css uses.
 * @returns a function that stops it
 */
function publishHeight(frame: HTMLElement): () => void {
  const root = document.documentElement.style;
  const sizes = new ResizeObserver(() => {
    const list = frame.querySelector<HTMLElement>(".Toastify__toast-container");
    root.setProperty("--toasts-height", `${list?.offsetHeight ?? 0}px`);
  });
  const toasts = new MutationObserver(() => {
    sizes.disconnect();
    sizes.observe(frame);
    for (const one of frame.querySelectorAll(".Toastify__toast")) sizes.observe(one);
  });
  toasts.observe(frame, { childList: true, subtree: true });
  return () => {
    toasts.disconnect();
    sizes.disconnect();
    root.removeProperty("--toasts-height");
  };
}
