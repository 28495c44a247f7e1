import { sayDescription, sayTitle } from "@colonnade/domain/page-title.ts";
import type { PageWords } from "@colonnade/domain/page-words.ts";
import { createContext, useContext, useEffect } from "react";

const DEFAULT =
  "Endorsements you keep: words and an image from people who know your work, as non-transferable NFTs on Stacks.";

/** Hears what a page is about while it is rendered without a document; null where there is one. */
export const PageMetaListener = createContext<((words: PageWords | null) => void) | null>(null);

/**
 * Names the page in the window's title, and says in a sentence what it holds, for bookmarks and search engines.
 * @param title null for the first page, which is the product itself
 */
export function usePageMeta(title: string | null, description: string = DEFAULT) {
  useContext(PageMetaListener)?.(title === null ? null : { title, description });
  useEffect(() => {
    document.title = title === null ? "Colonnade: endorsements you keep" : sayTitle(title);
    document
      .querySelector('meta[name="description"]')
      ?.setAttribute("content", sayDescription(description));
  }, [title, description]);
}
