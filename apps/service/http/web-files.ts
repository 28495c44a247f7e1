import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { extname, normalize } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** The content types of the web app's files, by their endings. */
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

/** A file of the web app, ready to be sent. */
export interface WebFile {
  modified: number;
  /** By what it holds. */
  etag: string;
  identity: Buffer;
  br: Buffer | null;
  gzip: Buffer | null;
}

/**
 * Opens files: read and compressed once, and again when they were built anew.
 * @param complete makes a page of what a page's file holds
 * @returns null from `open` where there is no such file
 */
export function openWebFiles(complete: (page: string) => string) {
  const files = new Map<string, Promise<WebFile>>();

  async function load(full: string, modified: number): Promise<WebFile> {
    const raw = await readFile(full);
    const isPage = extname(full) === ".html";
    const identity = isPage ? Buffer.from(complete(raw.toString("utf8"))) : raw;
    const etag = tagOf(identity);
    if (!compressible.has(extname(full))) return { modified, etag, identity, br: null, gzip: null };
    const [br, zipped] = await Promise.all([
      // The build has compressed the large ones, better than there is time for now.
      readFile(`${full}.br`).catch(() => compress(identity)),
      promisify(gzip)(identity, { level: 9 }),
    ]);
    return { modified, etag, identity, br, gzip: zipped };
  }

  return async function open(path: string): Promise<WebFile | null> {
    const full = normalize(path);
    const info = await stat(full).catch(() => null);
    if (info === null || !info.isFile()) return null;
    // By the file, since there is no end of ways to write its address.
    const known = await files.get(full);
    if (known?.modified === info.mtimeMs) return known;
    const file = load(full, info.mtimeMs);
    files.set(full, file);
    // What failed once is read anew by the next who asks.
    file.catch(() => {
      if (files.get(full) === file) files.delete(full);
    });
    return file;
  };
}

/** A weak tag of what a body holds. */
export const tagOf = (bytes: Buffer) =>
  `W/"${createHash("sha256").update(bytes).digest("base64url")}"`;

function compress(bytes: Buffer): Promise<Buffer> {
  return promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 9,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}
