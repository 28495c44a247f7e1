import type { PageWords } from "./page-words.ts";
import type { WebConfig } from "./web-config.ts";

/** A page to be rendered. Of plain values, for it goes from one thread to another. */
export interface PageToRender {
  /** Of the page's address. */
  path: string;
  settings: WebConfig;
  /** The tag that all answers were made under; null where there are none. */
  tag: string | null;
  /** JSON by path and query of the calls that the page begins with (http/first-calls.ts). */
  answers: Record<string, string>;
}

/** A page as it is before any script has run. */
export interface RenderedPage {
  /** What goes into the page's `#root`. */
  html: string;
  /** The parts of it that are alive once they are hydrated: what `#root` says in `data-rendered`. */
  parts: string[];
  /** JSON of a `PageAnswers` (page-answers.ts), for the page's `#answers`; safe to stand in a script element. */
  answers: string;
  /** What the page is about; null where it is the product itself. */
  words: PageWords | null;
}

/**
 * Renders a page: what the web app's bundle for the service exports as `renderPage`.
 * @returns null where the page would not show what it is for: it is not there, or it waits for something
 * @throws whatever a component throws, and ZodError where an answer is none
 */
export type RenderPage = (page: PageToRender) => Promise<RenderedPage | null>;
