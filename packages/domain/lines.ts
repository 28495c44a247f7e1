/** The most characters of a line: many times the longest that Colonnade writes. */
const LONGEST = 64 * 1024 * 1024;

/**
 * The lines of a text that comes in pieces, without their line breaks. A last line need not have one.
 * @throws RangeError for a line that is far too long
 */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let begun: string[] = [];
  let length = 0;
  for await (const piece of pieces) {
    const [first = "", ...others] = piece.split("\n");
    begun.push(first);
    length += first.length;
    if (length > LONGEST) throw new RangeError("A line is too long");
    if (others.length === 0) continue;
    yield begun.join("");
    const last = others.pop() ?? "";
    yield* others;
    [begun, length] = [[last], last.length];
  }
  if (length > 0) yield begun.join("");
}
