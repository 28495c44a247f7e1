import { createHash } from "node:crypto";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { webConfig } from "@colonnade/domain/config.ts";
import type { PageToRender } from "@colonnade/domain/page-renderer.ts";
import { type AskedCall, findPage } from "@colonnade/domain/pages.ts";
import { LRUCache } from "lru-cache";
import { findTrouble } from "../../db/unavailable.ts";
import type { AppServices } from "../app-services.ts";
import { NotFoundError, RequestError } from "../errors.ts";
import { firstCallReads } from "../reads/first-calls.ts";
import { readHiddenImages } from "../reads/hidden-images.ts";
import type { Encoding } from "../responses/content-negotiation.ts";
import {
  type Acquire,
  type CachedResponse,
  createResponseCache,
  encodingOf,
  type ResponseCache,
} from "../responses/response-cache.ts";
import { pagePolicy } from "../responses/security-headers.ts";
import { type EncodedFile, etagOf, type WebFile } from "./web-files.ts";

/** Bytes of cached pages that change with the chain. They never push the API's answers out of their cache. */
const CHAIN_PAGES_CAPACITY = 16 * 1024 * 1024;
/** Bytes of cached pages that are the same at every revision: a few for each build. */
const FIXED_PAGES_CAPACITY = 2 * 1024 * 1024;
/** Characters of a page, before escaping. A larger page is served plain, which is faster. */
const LARGEST = 500_000;
/** Milliseconds before a page that could not be rendered is tried again. */
const PAUSE = 60_000;
const MOST_FAILED = 1_000;

/** A rendered page, and the content security policy that allows its inline styles. */
interface RenderedPage extends EncodedFile {
  policy: string;
}

/** The folder of the web app's build for the service. */
export const serverFolderOf = (webFolder: string) => `${webFolder}-server`;

/**
 * Renders pages as markup from the answers to their first calls. A page is rendered once for each revision; a page
 * without calls, once for each build.
 * @param open opens a file of the web app
 */
export function createRenderedPages(
  services: AppServices,
  open: (path: string) => Promise<WebFile | null>,
) {
  const { config, database, pageTimeout, renderer, responseCache, revision, webFolder } = services;
  const settings = webConfig(config);
  const reads = firstCallReads(database);
  const noRevision = { indexBlockHash: null, counter: 0, id: "" };
  const chainPages = createResponseCache(revision, CHAIN_PAGES_CAPACITY);
  const fixedPages = createResponseCache({ current: () => noRevision }, FIXED_PAGES_CAPACITY);
  /** When a page may be tried again, in Unix milliseconds. */
  const failed = new LRUCache<string, number>({ max: MOST_FAILED });
  /** Each page's ETag and content security policy, computed once. */
  const headers = new WeakMap<CachedResponse, { etag: string; policy: string }>();

  async function render(
    path: string,
    plain: WebFile,
    wanted: Encoding,
    acquire: Acquire,
  ): Promise<RenderedPage | null> {
    const found = findPage(path);
    if (found === null || !found.page.rendered) return null;
    const frame = await openFrame(plain);
    if (frame === null) return null;
    const key = `${frame.modified} ${path}`;
    if (Date.now() < (failed.get(key) ?? 0)) return null;
    const cache = found.calls.length === 0 ? fixedPages : chainPages;
    const page = await cache.getOrCreate(key, () => make(key, path, found.calls, frame), acquire);
    return page === null ? null : encode(page, cache, wanted);
  }

  async function encode(
    page: CachedResponse,
    cache: ResponseCache,
    wanted: Encoding,
  ): Promise<RenderedPage> {
    const known = headers.get(page) ?? describe(await cache.body(page, "identity"));
    headers.set(page, known);
    const encoding = encodingOf(page, wanted);
    return { ...known, encoding, body: await cache.body(page, encoding) };
  }

  function describe(body: Buffer): { etag: string; policy: string } {
    return {
      etag: etagOf(body),
      policy: pagePolicy(config, { styles: styleSources(body.toString("utf8")) }),
    };
  }

  /** The frame that was built with the plain page. Another build's frame would name files that are gone. */
  async function openFrame(plain: WebFile): Promise<WebFile | null> {
    const frame = await open(join(serverFolderOf(webFolder), "frame.html"));
    return frame !== null && entryOf(frame) === entryOf(plain) ? frame : null;
  }

  async function make(
    key: string,
    path: string,
    calls: AskedCall[],
    frame: WebFile,
  ): Promise<string | null> {
    // The tag before the reads: an answer may be newer than its tag, never older.
    const tag = calls.length === 0 ? null : responseCache.etag();
    const first = await readFirst(calls);
    const rendered = await renderer.render({
      path,
      frame: frame.identity.toString("utf8"),
      settings,
      tag,
      answers: first,
      hiddenImages: await readHiddenImages(
        database,
        first.map(({ json }) => json),
      ),
    });
    if (rendered === "busy") return null;
    if (rendered !== "failed" && lengthUnescaped(rendered.page) <= LARGEST) return rendered.page;
    failed.set(key, Date.now() + PAUSE);
    return null;
  }

  /**
   * The page's first calls with their answers as JSON.
   * @throws NotFoundError where one of them finds nothing, InputError where the path's parameter is malformed
   */
  function readFirst(calls: AskedCall[]): Promise<PageToRender["answers"]> {
    return Promise.all(
      calls.map(async ({ name, query, target }) => {
        const answer = await responseCache.getOrCreate(target, reads[name](query));
        if (answer === null) throw new NotFoundError(`${target} finds nothing`);
        const body = await responseCache.body(answer, "identity");
        return { name, query, json: body.toString("utf8") };
      }),
    );
  }

  /**
   * @param plain the plain page, which is served if rendering fails
   * @param acquire called where rendering begins, as for `ResponseCache.getOrCreate`
   * @returns "missing" where the page's subject does not exist. Null where the page is not rendered, fails, or takes
   *   longer than `pageTimeout`. A page that is ready later is cached for the next visitor.
   */
  return async function renderInTime(
    path: string,
    plain: WebFile,
    encoding: Encoding,
    acquire: Acquire,
  ): Promise<RenderedPage | "missing" | null> {
    const rendering = render(path, plain, encoding, acquire).catch((error: unknown) => {
      if (!(error instanceof RequestError)) {
        const details = { err: error, path };
        if (findTrouble(error) === null)
          services.log.error(details, "a page could not be rendered");
        else services.warnOfTrouble(details, "a page could not be rendered");
        return null;
      }
      // Any other request error is a concurrency limit, of this client or of all.
      return error.status === 404 || error.status === 400 ? "missing" : null;
    });
    return Promise.race([rendering, setTimeout(pageTimeout, null, { ref: false })]);
  };
}

/** How long a page would be without escaping. Escaping makes a text full of `<` longer, but does not add content. */
const lengthUnescaped = (page: string) =>
  page.replace(/&(?:lt|gt|amp|quot|#x?\w+);|\\u[\da-f]{4}|\\./g, "-").length;

/** The policy's sources for the style elements in a page's head, where no text of users can open one. */
function styleSources(page: string): string[] {
  const head = page.slice(0, page.indexOf("</head>"));
  return [...head.matchAll(/<style>(.*?)<\/style>/gs)].map(
    ([, styles = ""]) => `'sha256-${createHash("sha256").update(styles).digest("base64")}'`,
  );
}

/** The page's entry script. Its name changes with every build. */
function entryOf(page: WebFile): string | undefined {
  const html = page.identity.toString("utf8");
  return /<script\b[^>]*\btype="module"[^>]*\bsrc="([^"]+)"/.exec(html)?.[1];
}
