/** Far more levels than anything that a node sends has. The parser takes a minute for millions of levels. */
const MOST_LEVELS = 1_000;

/** Far more arrays and objects than a block has. Each takes some 60 bytes of memory, and 60 MB could hold 20 million. */
const MOST_PARTS = 8_000_000;

/** Why JSON would take too much time or memory to parse; null if it does not. */
export function parsingTrouble(json: string): string | null {
  let levels = 0;
  let parts = 0;
  for (let at = 0; at < json.length && levels <= MOST_LEVELS && parts <= MOST_PARTS; at += 1) {
    const character = json[at];
    if (character === '"') at = endOfString(json, at);
    else if (character === "]" || character === "}") levels -= 1;
    else if (character === "[" || character === "{") {
      levels += 1;
      parts += 1;
    }
  }
  if (levels > MOST_LEVELS) return "It is nested too deeply";
  return parts > MOST_PARTS ? "It has too many parts" : null;
}

/** The place of the quote that ends a string, or the text's end. */
function endOfString(json: string, start: number): number {
  let end = start;
  do end = json.indexOf('"', end + 1);
  while (end !== -1 && isEscaped(json, end));
  return end === -1 ? json.length : end;
}

function isEscaped(json: string, at: number): boolean {
  let first = at;
  while (json[first - 1] === "\\") first -= 1;
  return (at - first) % 2 === 1;
}
