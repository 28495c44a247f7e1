import { parseJson } from "@colonnade/domain/text.ts";

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** The keyword of the chunk that a badge holds its proof in. */
export const PROOF_KEYWORD = "colonnade-proof";

/**
 * The proof in a badge: a PNG with an `iTXt` chunk.
 * @returns undefined for any other file, and for a PNG without one
 */
export function readBakedProof(file: Uint8Array): unknown {
  if (!SIGNATURE.every((byte, at) => file[at] === byte)) return undefined;
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  let at = SIGNATURE.length;
  // Length, type and checksum of a chunk take twelve bytes.
  while (at + 12 <= file.length) {
    const length = view.getUint32(at);
    const data = file.subarray(at + 8, at + 8 + length);
    const isText = String.fromCharCode(...file.subarray(at + 4, at + 8)) === "iTXt";
    const text = isText ? textIn(data) : undefined;
    if (text !== undefined) return parseJson(text);
    at += 12 + length;
  }
  return undefined;
}

/** The text of an uncompressed chunk with our keyword. Two empty texts stand between: the language and its keyword. */
function textIn(data: Uint8Array): string | undefined {
  const head = [...new TextEncoder().encode(PROOF_KEYWORD), 0, 0, 0, 0, 0];
  if (!head.every((byte, at) => data[at] === byte)) return undefined;
  return new TextDecoder().decode(data.subarray(head.length));
}
