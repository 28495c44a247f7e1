import { crc32 } from "node:zlib";

/** Bytes of a PNG before its second chunk: the signature and `IHDR`. */
const HEAD = 8 + 25;

/**
 * Writes texts into a PNG, each as an uncompressed `iTXt` chunk, as Open Badges 3.0 wants it.
 * @param texts by keyword; a keyword has 1 to 79 Latin characters
 */
export function bake(png: Buffer, texts: Record<string, string>): Buffer {
  const chunks = Object.entries(texts).map(([keyword, text]) => chunkOf(keyword, text));
  return Buffer.concat([png.subarray(0, HEAD), ...chunks, png.subarray(HEAD)]);
}

/** Between keyword and text stand: not compressed, by no method, and two empty texts for the language. */
function chunkOf(keyword: string, text: string): Buffer {
  const body = Buffer.from(`iTXt${keyword}\0\0\0\0\0${text}`);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(body.length - 4, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}
