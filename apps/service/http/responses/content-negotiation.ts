import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, gzip } from "node:zlib";

/** A content encoding, by its name in HTTP. */
export type Encoding = "br" | "gzip" | "identity";

const accepts = (encoding: string) =>
  new RegExp(String.raw`(?:^|,)\s*${encoding}\s*(?:$|,|;(?!\s*q=0(?:\.0*)?\s*(?:$|,)))`, "i");
const acceptsBrotli = accepts("br");
const acceptsGzip = accepts("gzip");

/** The best encoding that a client accepts. */
export function chooseEncoding(acceptEncoding: string | string[] | undefined): Encoding {
  const accepted = String(acceptEncoding ?? "");
  if (acceptsBrotli.test(accepted)) return "br";
  return acceptsGzip.test(accepted) ? "gzip" : "identity";
}

/** Qualities for bodies that are compressed per request or per revision. */
const FAST = { br: 5, gzip: 6 };

const brotliOptions = (quality: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
});

/** Compresses a body as it is sent, for bodies that are too long to hold in memory. */
export const createBrotli = () => createBrotliCompress(brotliOptions(FAST.br));

/**
 * Compresses a body that is in memory.
 * @param quality from 1 to 11 for Brotli, to 9 for gzip; fast if absent
 */
export function compress(
  body: Buffer,
  encoding: "br" | "gzip",
  quality = FAST[encoding],
): Promise<Buffer> {
  return encoding === "br"
    ? promisify(brotliCompress)(body, brotliOptions(quality))
    : promisify(gzip)(body, { level: quality });
}

/** Whether an `If-None-Match` names an ETag. RFC 9110 compares weakly for this header. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return (
    ifNoneMatch === etag ||
    ifNoneMatch.trim() === "*" ||
    ifNoneMatch.split(",").some((tag) => opaque(tag) === opaque(etag))
  );
}
