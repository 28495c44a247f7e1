import { type RefObject, useEffect } from "react";

/**
 * Gives the focus to the page's content when what had it is taken from the page, such as a button that is no
 * longer needed: on nothing, whoever listens to the page would start over from its top. Dialogs stand outside
 * of the page and give the focus back themselves.
 */
export function useKeptFocus(content: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const page = document.getElementById("root");
    let last: Element | null = null;
    const note = ({ target }: FocusEvent) => {
      if (target instanceof Element && page?.contains(target)) last = target;
    };
    const keep = new MutationObserver(() => {
      if (last === null || last.isConnected || document.activeElement !== document.body) return;
      content.current?.focus({ preventScroll: true });
    });
    document.addEventListener("focusin", note);
    if (page !== null) keep.observe(page, { childList: true, subtree: true });
    return () => {
      document.removeEventListener("focusin", note);
      keep.disconnect();
    };
  }, [content]);
}
