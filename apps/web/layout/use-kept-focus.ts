import { type RefObject, useEffect } from "react";
import { isBehindDialog } from "./behind-dialog.ts";

/**
 * Gives the focus to the page's content when what had it is taken away, such as a button that is no longer needed,
 * or a toast: on nothing, whoever listens to the page would start over from its top. Dialogs give the focus back
 * themselves, unless what they would give it to is gone, too.
 */
export function useKeptFocus(content: RefObject<HTMLElement | null>) {
  useEffect(() => {
    let last: Element | null = null;
    const note = ({ target }: FocusEvent) => {
      if (target instanceof Element && !target.closest("[data-base-ui-portal]")) last = target;
    };
    const keep = new MutationObserver(() => {
      if (last === null || last.isConnected || document.activeElement !== document.body) return;
      if (!isBehindDialog()) content.current?.focus({ preventScroll: true });
    });
    document.addEventListener("focusin", note);
    keep.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener("focusin", note);
      keep.disconnect();
    };
  }, [content]);
}
