import { extname, join, normalize, sep } from "node:path";
import { NOWHERE } from "@colonnade/domain/http/first-calls.ts";
import { webConfig } from "@colonnade/domain/web-config.ts";
import { Hono } from "hono";
import { type Answer, type Enter, isWorthIt } from "./answers.ts";
import { type Encoding, encodingOf } from "./encoding.ts";
import { RequestError } from "./errors.ts";
import { matches } from "./etag.ts";
import { hasPage } from "./has-page.ts";
import { createPageStores, type Page } from "./page-stores.ts";
import { readPageWords, writePageWords } from "./page-words.ts";
import { renderedPages } from "./rendered-pages.ts";
import type { Env, Services } from "./services.ts";
import { openWebFiles, tagOf, types, type WebFile } from "./web-files.ts";

/** The built web app: its files, and its page for whoever wants one at any other address. */
export function webRoutes(services: Services): Hono<Env> {
  const { config, database, heads, log, pagePatience, readers, webFolder } = services;
  const app = new Hono<Env>();
  const settings = JSON.stringify(webConfig(config)).replaceAll("<", "\\u003c");
  const open = openWebFiles(completePage);
  const stores = createPageStores(heads);
  const renderedPage = renderedPages(services, stores, open);
  /** By what a made page holds: looked at once, not for everybody who asks. */
  const tags = new WeakMap<Answer, string>();

  function openInside(path: string): Promise<WebFile | null> {
    const full = normalize(join(webFolder, path));
    return full.startsWith(normalize(webFolder + sep)) ? open(full) : Promise.resolve(null);
  }

  /** The page for here and now: with the network's settings, and a picture that other sites can fetch. */
  function completePage(page: string): string {
    const image = (path: string) => `property="og:image" content="${path}`;
    return injectSettings(page, settings).replace(image("/"), () => image(`${config.origin}/`));
  }

  /** The page with what it is about, made once for every head of the chain; null where it is about nobody. */
  async function pageAbout(path: string, page: WebFile, enter: Enter): Promise<Page | null> {
    const store = stores.moving;
    const read = async () => {
      const words = await readPageWords(database, path);
      return words === null ? null : writePageWords(page.identity.toString("utf8"), words);
    };
    const made = await store.make(`page ${page.etag} ${path}`, read, enter);
    return made === null ? null : { made, store };
  }

  /**
   * A page if it is there in time. Nobody is kept from the plain one by what fails or waits here; what comes later
   * is kept for the next visitor.
   */
  async function inTime(path: string, making: Promise<Page | null>): Promise<Page | null> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), pagePatience);
    });
    const made = making.catch((error: unknown) => {
      const hasNoPlace = error instanceof RequestError;
      if (!hasNoPlace) log.error({ err: error, path }, "a page could not be made");
      return null;
    });
    const page = await Promise.race([made, late]);
    clearTimeout(timer);
    return page;
  }

  async function sendable({ made, store }: Page, wanted: Encoding): Promise<Sendable> {
    const encoding = isWorthIt(made) ? wanted : "identity";
    const body = await store.body(made, encoding);
    const etag = tags.get(made) ?? tagOf(await store.body(made, "identity"));
    tags.set(made, etag);
    return { etag, encoding, body };
  }

  async function pageFor(
    path: string,
    plain: WebFile,
    mayRender: boolean,
    enter: Enter,
  ): Promise<Page | null> {
    const rendered = mayRender ? await inTime(path, renderedPage(path, plain, enter)) : null;
    return rendered ?? inTime(path, pageAbout(path, plain, enter));
  }

  app.get("*", async (c, next) => {
    const path = decodePath(c.req.path);
    const isNamed = path !== null && path !== "/index.html" && extname(path) in types;
    const named = isNamed ? await openInside(path) : null;
    const isFile = isNamed && named !== null;
    const accept = c.req.header("accept") ?? "*/*";
    // Browsers say so when they go to a page, and a contract's name makes a page's address look like a file's. Those
    // who preview a link take anything.
    const lastPart = c.req.path.slice(c.req.path.lastIndexOf("/") + 1);
    const isFileLike = lastPart.includes(".") && !/^\/(?:profile\/|index.html$)/.test(c.req.path);
    const wantsPage = accept.includes("text/html") || (accept.includes("*/*") && !isFileLike);
    if (!isFile && !wantsPage) return next();
    const file = named ?? (await openInside("/index.html"));
    if (file === null) return c.html(missingPage, 503);
    const encoding = encodingOf(c.req.header("accept-encoding"));
    const isMinimal = prefersMinimal(c.req.header("prefer"));
    // What is searched for is the browser's to find. All else in a query leaves the page as it is, or opens
    // something on it. Who asks for the head alone has no use for more.
    const mayRender = !isMinimal && c.req.query("search") === undefined && c.req.method !== "HEAD";
    const isPage = path !== null && hasPage(path);
    const enter = () => readers.take(c);
    const made = isFile ? null : await pageFor(isPage ? path : NOWHERE, file, mayRender, enter);
    const sent = made === null ? stored(file, encoding) : await sendable(made, encoding);
    const type = isFile ? types[extname(path)] : types[".html"];
    c.header("content-type", type ?? "application/octet-stream");
    c.header("vary", isFile ? "Accept-Encoding" : "Accept, Accept-Encoding, Prefer");
    if (!isFile && isMinimal) c.header("preference-applied", "return=minimal");
    // Vite names what is in assets/ by its content.
    const isHashed = isFile && path.startsWith("/assets/");
    c.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
    if (isFile || isPage) {
      c.header("etag", sent.etag);
      if (matches(c.req.header("if-none-match"), sent.etag)) return c.body(null, 304);
    } else {
      c.status(404);
    }
    if (sent.encoding !== "identity") c.header("content-encoding", sent.encoding);
    return c.body(new Uint8Array(sent.body));
  });

  return app;
}

/** Whether a page is wanted as it is before anything is rendered (RFC 7240). */
function prefersMinimal(prefer: string | undefined): boolean {
  return (
    prefer?.split(/[,;]/).some((one) => one.trim().toLowerCase() === "return=minimal") ?? false
  );
}

interface Sendable {
  etag: string;
  encoding: Encoding;
  body: Buffer;
}

function stored(file: WebFile, wanted: Encoding): Sendable {
  const { etag, identity } = file;
  const compressed = wanted === "identity" ? null : file[wanted];
  return compressed === null
    ? { etag, encoding: "identity", body: identity }
    : { etag, encoding: wanted, body: compressed };
}

function decodePath(path: string): string | null {
  try {
    const decoded = decodeURIComponent(path);
    return decoded.includes("\0") ? null : decoded;
  } catch {
    return null;
  }
}

/** Writes the network's settings into the page: in the element made for them, or at the end of the head. */
export function injectSettings(page: string, settings: string): string {
  const element = `<script type="application/json" id="colonnade-config">${settings}</script>`;
  const place = /<script\b[^>]*\bid="colonnade-config"[^>]*>[^<]*<\/script>/;
  return place.test(page)
    ? page.replace(place, () => element)
    : page.replace("</head>", () => `${element}</head>`);
}

const missingPage = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Colonnade</title>
<body style="font: 18px/1.5 system-ui; max-width: 40em; margin: 4em auto; padding: 0 1em">
<h1>The web app is not built yet</h1>
<p>The service is running and its API answers. Run <code>npm start</code>, which builds the web app, or
<code>npm run dev</code> to work on it.</p>
</body></html>
`;
