import { parseJson } from "@colonnade/domain/text.ts";
import { readBody } from "./bounded-body.ts";

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** The keyword of the chunk that a badge holds its proof in. */
const PROOF_KEYWORD = "colonnade-proof";

/** The file that a badge in PDF holds its proof in. */
const PROOF_FILE = "proof.json";

/**
 * The element that a badge in SVG holds its proof in. Brackets in the proof are escaped, so nothing else looks like it.
 */
const ELEMENT = { start: "<colonnade:proof><![CDATA[", end: "]]></colonnade:proof>" };

/**
 * The proof in a badge: in an `iTXt` chunk of a PNG, in an element of an SVG, or in a file that a PDF has attached.
 * @returns undefined for any other file, and for a badge without one
 */
export async function readBakedProof(file: Uint8Array): Promise<unknown> {
  const text = await textIn(file);
  return text === undefined ? undefined : parseJson(text);
}

function textIn(file: Uint8Array): string | undefined | Promise<string | undefined> {
  if (SIGNATURE.every((byte, at) => file[at] === byte)) return textInPng(file);
  const begin = String.fromCharCode(...file.subarray(0, 4));
  if (begin === "<svg") return textInSvg(file);
  return begin === "%PDF" ? attachedText(file, PROOF_FILE) : undefined;
}

function textInSvg(file: Uint8Array): string | undefined {
  const document = new TextDecoder().decode(file);
  const start = document.indexOf(ELEMENT.start);
  const end = document.indexOf(ELEMENT.end, start);
  return start < 0 || end < 0 ? undefined : document.slice(start + ELEMENT.start.length, end);
}

function textInPng(file: Uint8Array): string | undefined {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  let at = SIGNATURE.length;
  // Length, type and checksum of a chunk take twelve bytes.
  while (at + 12 <= file.length) {
    const length = view.getUint32(at);
    const data = file.subarray(at + 8, at + 8 + length);
    const isText = String.fromCharCode(...file.subarray(at + 4, at + 8)) === "iTXt";
    const text = isText ? textInChunk(data) : undefined;
    if (text !== undefined) return text;
    at += 12 + length;
  }
  return undefined;
}

/** The text of an uncompressed chunk with our keyword. Two empty texts stand between: the language and its keyword. */
function textInChunk(data: Uint8Array): string | undefined {
  const head = [...new TextEncoder().encode(PROOF_KEYWORD), 0, 0, 0, 0, 0];
  if (!head.every((byte, at) => data[at] === byte)) return undefined;
  return new TextDecoder().decode(data.subarray(head.length));
}

/** Bytes of an attached text, at most. */
const LONGEST = 20_000_000;

/**
 * The text of a file that a PDF has attached. Finds it in PDFs as this project writes them: attachments are objects of
 * their own, compressed by Flate.
 * @returns undefined where there is none
 */
async function attachedText(pdf: Uint8Array, name: string): Promise<string | undefined> {
  // One character for each byte, so that places in the text are places in the file.
  const text = new TextDecoder("latin1").decode(pdf);
  const specification = text.indexOf(`/F (${name})\n/EF <<\n/F `);
  const id = /\/EF <<\n\/F (\d+) 0 R/.exec(text.slice(specification, specification + 200))?.[1];
  if (specification < 0 || id === undefined) return undefined;
  const object = text.indexOf(`\n${id} 0 obj\n`);
  const start = text.indexOf("\nstream\n", object) + "\nstream\n".length;
  const length = /\/Length (\d+)\n/.exec(text.slice(object, start))?.[1];
  if (object < 0 || length === undefined) return undefined;
  return inflate(pdf.subarray(start, start + Number(length)));
}

async function inflate(bytes: Uint8Array): Promise<string | undefined> {
  const inflated = new Blob([bytes.slice()])
    .stream()
    .pipeThrough(new DecompressionStream("deflate"));
  try {
    return new TextDecoder().decode(await readBody(new Response(inflated), LONGEST));
  } catch {
    // The data is broken, or too long for a proof.
    return undefined;
  }
}
