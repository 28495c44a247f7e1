import { extname, join, normalize, sep } from "node:path";
import { webConfig } from "@colonnade/domain/config.ts";
import { findPage, NOT_FOUND_PATH, plainPath } from "@colonnade/domain/pages.ts";
import { type Context, Hono } from "hono";
import type { AppServices } from "../app-services.ts";
import type { Env } from "../requests/env.ts";
import { binaryBody } from "../responses/binary-body.ts";
import { chooseEncoding, matchesEtag } from "../responses/content-negotiation.ts";
import { pagePolicy } from "../responses/security-headers.ts";
import { createRenderedPages } from "./rendered-pages.ts";
import { type EncodedFile, encoded, openWebFiles, types, type WebFile } from "./web-files.ts";

/** The built web app: its files, and at any other path a page, rendered or plain. */
export function webRoutes(services: AppServices): Hono<Env> {
  const { config, readLimit, webFolder } = services;
  const app = new Hono<Env>();
  const settings = JSON.stringify(webConfig(config)).replaceAll("<", "\\u003c");
  const open = openWebFiles(completePage);
  const render = createRenderedPages(services, open);
  const plainPolicy = pagePolicy(config);

  app.get("*", async (c, next) => {
    const path = decodePath(c.req.path);
    const file = await openFile(path);
    if (file !== null) return sendFile(c, path, file);
    if (!wantsPage(c)) return next();
    const plain = await openInside("/index.html");
    if (plain === null) return c.html(missingPage, 503);
    const page = plainPath(path);
    if (page !== null && page !== path) return redirect(c, page);
    return sendPage(c, page, plain);
  });

  /** The file at a path, unless it is a page. */
  async function openFile(path: string): Promise<WebFile | null> {
    return path !== "/index.html" && extname(path) in types ? openInside(path) : null;
  }

  async function openInside(path: string): Promise<WebFile | null> {
    const full = normalize(join(webFolder, path));
    return full.startsWith(normalize(webFolder + sep)) ? open(full) : null;
  }

  /** A built page with the network's settings, and with an image address that other sites can fetch. */
  function completePage(page: string): string {
    const image = (path: string) => `property="og:image" content="${path}`;
    return injectSettings(page, settings).replace(image("/"), () => image(`${config.origin}/`));
  }

  function sendFile(c: Context<Env>, path: string, file: WebFile): Response {
    c.header("content-type", types[extname(path)] ?? "application/octet-stream");
    c.header("vary", "Accept-Encoding");
    // Vite names the files in assets/ after their content.
    const isHashed = path.startsWith("/assets/");
    c.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
    return sendTagged(c, encoded(file, chooseEncoding(c.req.header("accept-encoding"))));
  }

  async function sendPage(c: Context<Env>, path: string | null, plain: WebFile): Promise<Response> {
    const page = await choosePage(c, path, plain);
    c.header("content-security-policy", page.policy);
    c.header("content-type", types[".html"]);
    c.header("vary", "Accept, Accept-Encoding, Prefer");
    c.header("cache-control", "no-cache");
    if (prefersMinimal(c)) c.header("preference-applied", "return=minimal");
    return page.exists ? sendTagged(c, page) : send(c, page, 404);
  }

  /** @param path null where there is no page */
  async function choosePage(c: Context<Env>, path: string | null, plain: WebFile) {
    const encoding = chooseEncoding(c.req.header("accept-encoding"));
    const rendered = mayRender(c)
      ? await render(path ?? NOT_FOUND_PATH, plain, encoding, () => readLimit.acquire(c))
      : null;
    // The path's parameter may be malformed, too.
    const exists = path !== null && findPage(path) !== null && rendered !== "missing";
    if (rendered !== null && rendered !== "missing") return { ...rendered, exists };
    hideFromRobots(c, path);
    return { ...encoded(plain, encoding), policy: plainPolicy, exists };
  }

  return app;
}

/**
 * Whether a request that names no file wants a page. Browsers accept HTML when they open a page. Link previews accept
 * anything. They get no page for a path that looks like a file, unless it is a profile's: a contract's name follows a
 * dot.
 */
function wantsPage({ req }: Context<Env>): boolean {
  const accept = req.header("accept") ?? "*/*";
  if (accept.includes("text/html")) return true;
  const lastPart = req.path.slice(req.path.lastIndexOf("/") + 1);
  const isFileLike = lastPart.includes(".") && !/^\/(?:profile\/|index.html$)/.test(req.path);
  return accept.includes("*/*") && !isFileLike;
}

/** Whether the plain page is wanted: `Prefer: return=minimal` (RFC 7240). */
function prefersMinimal({ req }: Context<Env>): boolean {
  const preferences = req.header("prefer")?.split(/[,;]/) ?? [];
  return preferences.some((one) => one.trim().toLowerCase() === "return=minimal");
}

/** Redirects to the page's only address. */
function redirect(c: Context<Env>, page: string): Response {
  const path = page.split("/").map(encodeURIComponent).join("/");
  c.header("vary", "Accept");
  c.header("cache-control", "no-cache");
  return c.redirect(path + new URL(c.req.url).search, 308);
}

/** A search is answered in the browser; any other query leaves the page as it is. */
function mayRender(c: Context<Env>): boolean {
  return !prefersMinimal(c) && c.req.query("search") === undefined;
}

/** A plain page does not say whether the endorsement is approved, so search engines must not list it. */
function hideFromRobots(c: Context<Env>, path: string | null): void {
  if (path?.startsWith("/endorsement/")) c.header("x-robots-tag", "noindex");
}

/** Sends a file with its ETag, or 304. */
export function sendTagged(c: Context<Env>, file: EncodedFile): Response {
  c.header("etag", file.etag);
  if (matchesEtag(c.req.header("if-none-match"), file.etag)) return c.body(null, 304);
  return send(c, file, 200);
}

function send(c: Context<Env>, { encoding, body }: EncodedFile, status: 200 | 404): Response {
  if (encoding !== "identity") c.header("content-encoding", encoding);
  return c.body(binaryBody(body), status);
}

/** @returns an empty path, where nothing is, for a path that cannot be decoded or names no file */
function decodePath(path: string): string {
  try {
    const decoded = decodeURIComponent(path);
    return decoded.includes("\0") ? "" : decoded;
  } catch {
    return "";
  }
}

/** Writes the network's settings into a page: in the element made for them, or at the end of the head. */
export function injectSettings(page: string, settings: string): string {
  const element = `<script type="application/json" id="colonnade-config">${settings}</script>`;
  const place = /<script\b[^>]*\bid="colonnade-config"[^>]*>[^<]*<\/script>/;
  return place.test(page)
    ? page.replace(place, () => element)
    : page.replace("</head>", () => `${element}</head>`);
}

const missingPage = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Colonnade</title>
<body>
<h1>The web app is not built yet</h1>
<p>The service is running and its API answers. Run <code>npm start</code>, which builds the web app, or
<code>npm run dev</code> to work on it.</p>
</body></html>
`;
