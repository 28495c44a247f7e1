import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { extname, join, normalize, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { webConfig } from "@colonnade/domain/web-config.ts";
import { Hono } from "hono";
import { type Encoding, encodingOf } from "./answers.ts";
import { readPageWords, writePageWords } from "./page-words.ts";
import type { Env, Services } from "./services.ts";

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
};
const compressible = new Set([".html", ".js", ".css", ".json", ".svg", ".txt", ".webmanifest"]);

interface WebFile {
  modified: number;
  /** By what it holds. */
  etag: string;
  identity: Buffer;
  br: Buffer | null;
  gzip: Buffer | null;
}

/** The built web app: its files, and its page for whoever wants one at any other address. */
export function webRoutes({ config, database, answers, webFolder }: Services): Hono<Env> {
  const app = new Hono<Env>();
  const files = new Map<string, Promise<WebFile>>();
  const settings = JSON.stringify(webConfig(config)).replaceAll("<", "\\u003c");

  /** Read and compressed once, and again when the file was built anew. */
  async function open(path: string): Promise<WebFile | null> {
    const full = normalize(join(webFolder, path));
    if (!full.startsWith(normalize(webFolder + sep))) return null;
    const info = await stat(full).catch(() => null);
    if (info === null || !info.isFile()) return null;
    // By the file, since there is no end of ways to write its address.
    const known = await files.get(full);
    if (known?.modified === info.mtimeMs) return known;
    const file = load(full, info.mtimeMs);
    files.set(full, file);
    return file;
  }

  async function load(full: string, modified: number): Promise<WebFile> {
    const raw = await readFile(full);
    const isPage = full === normalize(join(webFolder, "index.html"));
    const identity = isPage ? Buffer.from(completePage(raw.toString("utf8"))) : raw;
    const etag = tagOf(identity);
    if (!compressible.has(extname(full))) return { modified, etag, identity, br: null, gzip: null };
    const [br, zipped] = await Promise.all([
      // The build has compressed the large ones, better than there is time for now.
      readFile(`${full}.br`).catch(() => compress(identity)),
      promisify(gzip)(identity, { level: 9 }),
    ]);
    return { modified, etag, identity, br, gzip: zipped };
  }

  /** The page for here and now: with the network's settings, and a picture that other sites can fetch. */
  function completePage(page: string): string {
    const image = (path: string) => `property="og:image" content="${path}`;
    return injectSettings(page, settings).replace(image("/"), () => image(`${config.origin}/`));
  }

  /** The page with what it is about, made once for every head of the chain; null where it is about nobody. */
  async function pageAbout(path: string, page: WebFile, encoding: Encoding) {
    const made = await answers.make(`page ${page.etag} ${path}`, async () => {
      const words = await readPageWords(database, path);
      return words === null ? null : writePageWords(page.identity.toString("utf8"), words);
    });
    if (made === null) return null;
    const [identity, body] = await Promise.all([
      answers.body(made, "identity"),
      answers.body(made, encoding),
    ]);
    return { etag: tagOf(identity), body };
  }

  app.get("*", async (c, next) => {
    const path = decodePath(c.req.path);
    const isNamed = path !== null && path !== "/index.html" && extname(path) in types;
    const named = isNamed ? await open(path) : null;
    const isFile = isNamed && named !== null;
    const accept = c.req.header("accept") ?? "*/*";
    // Browsers say so when they go to a page, and a contract's name makes a page's address look like a file's. Those
    // who preview a link take anything.
    const isFileLike =
      /\.[^/]*$/.test(c.req.path) && !/^\/(?:profile\/|index.html$)/.test(c.req.path);
    const wantsPage = accept.includes("text/html") || (accept.includes("*/*") && !isFileLike);
    if (!isFile && !wantsPage) return next();
    const file = named ?? (await open("/index.html"));
    if (file === null) return c.html(missingPage, 503);
    const encoding = encodingOf(c.req.header("accept-encoding"));
    const about = isFile || path === null ? null : await pageAbout(path, file, encoding);
    const stored = encoding === "identity" ? null : file[encoding];
    const { etag, body } = about ?? { etag: file.etag, body: stored ?? file.identity };
    const type = isFile ? types[extname(path)] : types[".html"];
    c.header("content-type", type ?? "application/octet-stream");
    c.header("vary", isFile ? "Accept-Encoding" : "Accept, Accept-Encoding");
    // Vite names what is in assets/ by its content.
    const isHashed = isFile && path.startsWith("/assets/");
    c.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
    c.header("etag", etag);
    if (c.req.header("if-none-match") === etag) return c.body(null, 304);
    const isEncoded = about === null ? stored !== null : encoding !== "identity";
    if (isEncoded) c.header("content-encoding", encoding);
    return c.body(new Uint8Array(body));
  });

  return app;
}

const tagOf = (bytes: Buffer) => `W/"${createHash("sha256").update(bytes).digest("base64url")}"`;

function compress(bytes: Buffer): Promise<Buffer> {
  return promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 9,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
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
