import { useEffect } from "react";
import { useNavigate } from "react-router";
import { create } from "zustand";
import { isBehindDialog } from "./behind-dialog.ts";

interface SearchCall {
  /** Whether somebody pressed the search's key and no search has answered yet. */
  wanted: boolean;
  call: () => void;
  answer: () => void;
}

/** Between the key, which works everywhere, and the search, which is there on some pages. */
export const useSearchCall = create<SearchCall>((set) => ({
  wanted: false,
  call: () => set({ wanted: true }),
  answer: () => set({ wanted: false }),
}));

/** `/`, ⌘K or Ctrl+K lead to the page's search; from a page without one, to the feed's. */
export function useSearchKeys() {
  const navigate = useNavigate();
  const call = useSearchCall((state) => state.call);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isSearchKey(event) || isWritten(event) || isBehindDialog()) return;
      event.preventDefault();
      call();
      if (document.querySelector("search") === null) navigate("/home");
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [navigate, call]);
}

function isSearchKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  if (key === "/") return !ctrlKey && !metaKey && !altKey;
  return key.toLowerCase() === "k" && ctrlKey !== metaKey && !altKey && !shiftKey;
}

/** A `/` among other words. */
function isWritten({ key, target }: KeyboardEvent): boolean {
  return (
    key === "/" &&
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, textarea, select"))
  );
}
