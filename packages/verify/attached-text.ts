import { readBody } from "./bounded-body.ts";

/** Bytes of a text, at most. */
const LONGEST = 20_000_000;

/**
 * The text of a file that a PDF has attached. Finds it in PDFs as this project writes them: attachments are objects of
 * their own, compressed by Flate.
 * @returns undefined where there is none
 */
export async function attachedText(pdf: Uint8Array, name: string): Promise<string | undefined> {
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
    // It is broken, or too long for a proof.
    return undefined;
  }
}
