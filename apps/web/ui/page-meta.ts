import type { PageWords } from "@colonnade/domain/pages.ts";
import { truncate } from "@colonnade/domain/text.ts";
import { createContext, useContext, useEffect } from "react";

const DESCRIPTION =
  "Endorsements you keep: words and an image from people who know your work, as non-transferable NFTs on Stacks.";
const LONGEST_DESCRIPTION = 200;

/** Receives a page's words while it is rendered on the service, where there is no document. */
export const PageMetaListener = createContext<((words: PageWords) => void) | null>(null);

/** The title and the description in a page's head. */
export function headWords({ title, description = DESCRIPTION }: PageWords) {
  return {
    title: title === null ? "Colonnade: endorsements you keep" : `${title} · Colonnade`,
    description: truncate(description, LONGEST_DESCRIPTION),
  };
}

/** Sets the page's title and description, for the window, bookmarks and search engines. */
export function usePageMeta(words: PageWords) {
  useContext(PageMetaListener)?.(words);
  const { title, description } = headWords(words);
  useEffect(() => {
    document.title = title;
    document.querySelector('meta[name="description"]')?.setAttribute("content", description);
    for (const one of document.querySelectorAll<HTMLElement>("[data-of-page]")) {
      if (one.dataset.ofPage !== location.pathname) one.remove();
    }
  }, [title, description]);
}
