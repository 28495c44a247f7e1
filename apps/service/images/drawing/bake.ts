import { crc32 } from "node:zlib";
import { cdataOfJson } from "../../markup.ts";

/** What a badge holds, as JSON: its credential, and the proof that needs no service. */
export interface Baked {
  credential: string;
  proof: string;
}

/**
 * What a badge in SVG holds: attributes of its root, and its first elements. Open Badges 3.0 wants the credential
 * there.
 */
export const bakedElements = ({ credential, proof }: Baked) => ({
  namespaces:
    'xmlns:openbadges="https://purl.imsglobal.org/ob/v3p0" xmlns:colonnade="urn:colonnade"',
  elements:
    `<openbadges:credential>${cdataOfJson(credential)}</openbadges:credential>` +
    `<colonnade:proof>${cdataOfJson(proof)}</colonnade:proof>`,
});

/** Bytes of a PNG before its second chunk: the signature and `IHDR`. */
const HEAD = 8 + 25;

/** Writes credential and proof into a PNG, each as an uncompressed `iTXt` chunk, as Open Badges 3.0 wants it. */
export function bake(png: Buffer, { credential, proof }: Baked): Buffer {
  const chunks = [chunkOf("openbadgecredential", credential), chunkOf("colonnade-proof", proof)];
  return Buffer.concat([png.subarray(0, HEAD), ...chunks, png.subarray(HEAD)]);
}

/** The zero bytes mean: the keyword's end, not compressed, no method, and two empty texts for the language. */
function chunkOf(keyword: string, text: string): Buffer {
  const body = Buffer.from(`iTXt${keyword}\0\0\0\0\0${text}`);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(body.length - 4, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}
