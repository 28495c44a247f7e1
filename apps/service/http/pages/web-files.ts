import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { extname } from "node:path";
import { compress, type Encoding } from "../responses/content-negotiation.ts";

/** The content types of the web app's files, by extension. */
export const types: Record<string, string> = {
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

/** Somebody waits while a file is compressed. The best quality takes twenty times as long and saves a tenth. */
const QUALITY = { br: 6, gzip: 9 };

/** A file of the web app, compressed. */
export interface WebFile {
  modified: number;
  /** A hash of its content. */
  etag: string;
  identity: Buffer;
  br: Buffer | null;
  gzip: Buffer | null;
}

/** A file or a page in the encoding it is sent in. */
export interface EncodedFile {
  etag: string;
  encoding: Encoding;
  body: Buffer;
}

/** A file in the wanted encoding, or uncompressed if it has none. */
export function encoded(file: WebFile, wanted: Encoding): EncodedFile {
  const { etag, identity } = file;
  const compressed = wanted === "identity" ? null : file[wanted];
  return compressed === null
    ? { etag, encoding: "identity", body: identity }
    : { etag, encoding: wanted, body: compressed };
}

/**
 * Opens files. Each is read and compressed once, and again after it changed on disk.
 * @param complete completes the text of a page's file
 * @returns null from `open` where there is no such file
 */
export function openWebFiles(complete: (page: string) => string) {
  const files = new Map<string, Promise<WebFile>>();

  async function load(full: string, modified: number): Promise<WebFile> {
    const raw = await readFile(full);
    const isPage = extname(full) === ".html";
    const identity = isPage ? Buffer.from(complete(raw.toString("utf8"))) : raw;
    const etag = etagOf(identity);
    if (!compressible.has(extname(full))) return { modified, etag, identity, br: null, gzip: null };
    const [br, zipped] = await Promise.all([
      // The build compresses scripts and styles better than there is time for here.
      readFile(`${full}.br`).catch(() => compress(identity, "br", QUALITY.br)),
      compress(identity, "gzip", QUALITY.gzip),
    ]);
    return { modified, etag, identity, br, gzip: zipped };
  }

  return async function open(full: string): Promise<WebFile | null> {
    const info = await stat(full).catch(() => null);
    if (info === null || !info.isFile()) return null;
    const known = await files.get(full);
    if (known?.modified === info.mtimeMs) return known;
    const file = load(full, info.mtimeMs);
    files.set(full, file);
    // After a failure, the next request reads the file again.
    file.catch(() => {
      if (files.get(full) === file) files.delete(full);
    });
    return file;
  };
}

/** A weak ETag of a body. */
export const etagOf = (bytes: Buffer) =>
  `W/"${createHash("sha256").update(bytes).digest("base64url")}"`;
