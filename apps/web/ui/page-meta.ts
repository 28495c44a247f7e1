import { truncate } from "@colonnade/domain/text.ts";
import { useEffect } from "react";

const DEFAULT =
  "Endorsements you keep: words and an image from people who know your work, as non-transferable NFTs on Stacks.";
const LONGEST = 200;

/**
 * Names the page in the window's title, and says in a sentence what it holds, for bookmarks and search engines.
 * @param title null for the first page, which is the product itself
 */
export function usePageMeta(title: string | null, description: string = DEFAULT) {
  useEffect(() => {
    document.title = title === null ? "Colonnade: endorsements you keep" : `${title} · Colonnade`;
    document
      .querySelector('meta[name="description"]')
      ?.setAttribute("content", truncate(description, LONGEST));
  }, [title, description]);
}
