import { useEffect } from "react";

/** Names the page in the window's title; `null` while it has no name yet. */
export function usePageTitle(title: string | null) {
  useEffect(() => {
    document.title = title === null ? "Colonnade" : `${title} · Colonnade`;
  }, [title]);
}
