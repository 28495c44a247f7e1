import type { FirstCall } from "./pages.ts";
import type { WebConfig } from "./web-config.ts";

/** A page to render. It holds plain values only, because it is posted to another thread. */
export interface PageToRender {
  /** The path of the page's address. */
  path: string;
  /** The built document that the page is written into: `frame.html`, with the network's settings in it. */
  frame: string;
  settings: WebConfig;
  /** The ETag of the answers; null where the page has none. */
  tag: string | null;
  /** The calls that the page begins with (pages.ts), each with its answer as JSON. */
  answers: (FirstCall & { json: string })[];
  /** The images in the answers that a watcher has hidden, as the answers spell their addresses. */
  hiddenImages: string[];
}

/**
 * Renders a page: exported as `renderPage` by the web app's bundle for the service.
 * @returns the whole document; null where the page would show an error or a placeholder
 * @throws what a component throws, and ZodError where an answer does not fit its schema
 */
export type RenderPage = (page: PageToRender) => Promise<string | null>;
