import { arriveAt } from "@colonnade/domain/http/first-calls.ts";
import { type Answer, type Encoding, isWorthIt } from "./answers.ts";
import { createPageStores, type Page } from "./page-stores.ts";
import { readPageWords, writePageWords } from "./page-words.ts";
import { renderedPages } from "./rendered-pages.ts";
import type { Services } from "./services.ts";
import { tagOf, type WebFile } from "./web-files.ts";

/** A body, and what goes with it. */
export interface Sendable {
  etag: string;
  encoding: Encoding;
  body: Buffer;
}

/**
 * What became of a page that was asked for: `plain` where nothing is rendered there, or nobody wants it to be; `busy`
 * where it would have taken longer than a visitor waits, and may be there for the next one; `failed` where it could
 * not be rendered.
 */
export type PageOutcome = "rendered" | "plain" | "busy" | "failed";

/**
 * The pages that are made here: rendered, or the plain one with the words of what it is about.
 * @param open opens a file of the web app
 */
export function createPages(services: Services, open: (path: string) => Promise<WebFile | null>) {
  const { database, heads, log, metrics, pagePatience } = services;
  const stores = createPageStores(heads);
  const renderedPage = renderedPages(services, stores, open);
  /** By what a made page holds: looked at once, not for everybody who asks. */
  const tags = new WeakMap<Answer, string>();

  /** The page with what it is about, made once for every head of the chain; null where it is about nobody. */
  async function pageAbout(path: string, page: WebFile): Promise<Page | null> {
    const store = stores.moving;
    const made = await store.make(`page ${page.etag} ${path}`, async () => {
      const words = await readPageWords(database, path);
      return words === null ? null : writePageWords(page.identity.toString("utf8"), words);
    });
    return made === null ? null : { made, store };
  }

  /**
   * What comes of a page if it is there in time. Nobody is kept from the plain one by what fails or waits here; what
   * comes later is kept for the next visitor.
   */
  async function inTime<Made>(
    path: string,
    making: Promise<Made>,
  ): Promise<Made | "late" | "failed"> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<"late">((resolve) => {
      timer = setTimeout(() => resolve("late"), pagePatience);
    });
    const made = making.catch((error: unknown) => {
      log.error({ err: error, path }, "a page could not be made");
      return "failed" as const;
    });
    const outcome = await Promise.race([made, late]);
    clearTimeout(timer);
    return outcome;
  }

  async function render(
    path: string,
    plain: WebFile,
  ): Promise<Page | Exclude<PageOutcome, "rendered">> {
    const rendered = await inTime(path, renderedPage(path, plain));
    return rendered === "late" ? "busy" : rendered;
  }

  async function sendable({ made, store }: Page, wanted: Encoding): Promise<Sendable> {
    const encoding = isWorthIt(made) ? wanted : "identity";
    const body = await store.body(made, encoding);
    const etag = tags.get(made) ?? tagOf(await store.body(made, "identity"));
    tags.set(made, etag);
    return { etag, encoding, body };
  }

  /**
   * @param plain the page as it was built
   * @param mayRender whether it may come rendered; else it has words at most
   * @returns null where nothing was made: the page as it was built has to do
   */
  return async function pageAt(
    path: string,
    plain: WebFile,
    mayRender: boolean,
    encoding: Encoding,
  ): Promise<Sendable | null> {
    const rendered = mayRender ? await render(path, plain) : "plain";
    const isRendered = typeof rendered === "object";
    const route = arriveAt(path)?.arrival.route ?? "other";
    metrics.pages.labels(route, isRendered ? "rendered" : rendered).inc();
    if (isRendered) return sendable(rendered, encoding);
    const named = await inTime(path, pageAbout(path, plain));
    return typeof named === "object" && named !== null ? sendable(named, encoding) : null;
  };
}
