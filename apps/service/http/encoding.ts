import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, gzip } from "node:zlib";

/** How a body is written, by its name in HTTP. */
export type Encoding = "br" | "gzip" | "identity";

const taking = (encoding: string) =>
  new RegExp(String.raw`(?:^|,)\s*${encoding}\s*(?:$|,|;(?!\s*q=0(?:\.0*)?\s*(?:$|,)))`, "i");
const takesBrotli = taking("br");
const takesGzip = taking("gzip");

/** The best encoding that a client takes. */
export function encodingOf(acceptEncoding: string | string[] | undefined): Encoding {
  const accepted = String(acceptEncoding ?? "");
  if (takesBrotli.test(accepted)) return "br";
  return takesGzip.test(accepted) ? "gzip" : "identity";
}

const brotli = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
};

/** Compresses a body that is longer than memory should hold. */
export const createBrotli = () => createBrotliCompress(brotli);

/** Compresses a body that is in memory. */
export function compress(body: Buffer, encoding: "br" | "gzip"): Promise<Buffer> {
  return encoding === "br" ? promisify(brotliCompress)(body, brotli) : promisify(gzip)(body);
}
