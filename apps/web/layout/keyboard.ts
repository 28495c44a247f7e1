import { type RefObject, useEffect } from "react";
import { useNavigate } from "react-router";
import { create } from "zustand";

/** Whether the search key was pressed. The key works everywhere, but only some pages have a search to take it. */
export const useSearchRequest = create(() => ({ requested: false }));

/** `/`, ⌘K and Ctrl+K lead to the page's search; from a page without one, to the feed's. */
export function useSearchKeys() {
  const navigate = useNavigate();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isSearchKey(event) || isTypedText(event) || isBehindDialog()) return;
      event.preventDefault();
      useSearchRequest.setState({ requested: true });
      if (document.querySelector("search") === null) navigate("/home");
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [navigate]);
}

function isSearchKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  if (key === "/") return !ctrlKey && !metaKey && !altKey;
  return key.toLowerCase() === "k" && ctrlKey !== metaKey && !altKey && !shiftKey;
}

/** What somebody types into a field: a `/`, or on a Mac Ctrl+K, which there deletes to the end of the line. */
function isTypedText({ key, ctrlKey, target }: KeyboardEvent): boolean {
  return (
    (key === "/" || (ctrlKey && /^(Mac|iP)/.test(navigator.platform))) &&
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, textarea, select"))
  );
}

/**
 * Moves the focus to the page's content when the focused element is removed, such as a button or a toast. Without
 * it a screen reader would start again at the top of the page. Dialogs return the focus themselves, unless the
 * element they return it to is gone.
 */
export function useKeptFocus(content: RefObject<HTMLElement | null>) {
  useEffect(() => {
    let last: Element | null = null;
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof Element && !target.closest("[data-base-ui-portal]")) last = target;
    };
    const removals = new MutationObserver(() => {
      if (last === null || last.isConnected || document.activeElement !== document.body) return;
      if (!isBehindDialog()) content.current?.focus({ preventScroll: true });
    });
    document.addEventListener("focusin", remember);
    removals.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener("focusin", remember);
      removals.disconnect();
    };
  }, [content]);
}

function isBehindDialog(): boolean {
  return document.querySelector('[role="dialog"], dialog[open]') !== null;
}
