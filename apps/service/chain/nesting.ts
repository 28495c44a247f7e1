/** Far more levels than anything that a node sends has. The parser takes a minute for millions of levels. */
const MOST_LEVELS = 1_000;

/** Whether JSON is nested too deeply to be parsed in time. */
export function isNestedDeeply(json: string): boolean {
  let levels = 0;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (character === '"') at = endOfString(json, at);
    else if (character === "[" || character === "{") levels += 1;
    else if (character === "]" || character === "}") levels -= 1;
    if (levels > MOST_LEVELS) return true;
  }
  return false;
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
