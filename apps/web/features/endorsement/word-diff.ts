/** What an endorsement says, and under which image. */
export interface Words {
  title: string;
  endorsement: string;
  milestoneURI: string;
}

/** Whether two texts of an endorsement, or their images, differ. */
export function differ(one: Words, other: Words): boolean {
  return (
    one.title !== other.title ||
    one.endorsement !== other.endorsement ||
    one.milestoneURI !== other.milestoneURI
  );
}

/** A run of words that both texts have, or that only the old or only the new one has. */
export interface DiffPart {
  kind: "same" | "removed" | "added";
  text: string;
}

/** A part's words, and the space after them, which is not marked with them unless it is all there is. */
export function splitSpace(text: string): [words: string, space: string] {
  const words = text.trimEnd();
  return words === "" ? [text, ""] : [words, text.slice(words.length)];
}

/** Above this many comparisons the texts are shown as wholly different rather than keep anybody waiting. */
const MOST_COMPARISONS = 4_000_000;

/** Words with the space after them, so that joining them gives the text again. */
const split = (text: string) => text.match(/\s*\S+\s*|\s+/g) ?? [];

/** How a text became another, word by word: the longest run of words common to both is kept. */
export function diffWords(before: string, after: string): DiffPart[] {
  const old = split(before);
  const now = split(after);
  if (old.length * now.length > MOST_COMPARISONS) {
    return join([
      { kind: "removed", text: before },
      { kind: "added", text: after },
    ]);
  }
  // common[i][j]: how many words the rests from i and from j have in common.
  const common = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  const at = (i: number, j: number) => common[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    const row = common[i];
    if (row === undefined) continue;
    for (let j = now.length - 1; j >= 0; j -= 1) {
      row[j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const parts: DiffPart[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < now.length) {
    const [was, is] = [old[i], now[j]];
    if (was !== undefined && was === is) {
      parts.push({ kind: "same", text: was });
      i += 1;
      j += 1;
    } else if (was !== undefined && (is === undefined || at(i + 1, j) >= at(i, j + 1))) {
      parts.push({ kind: "removed", text: was });
      i += 1;
    } else if (is !== undefined) {
      parts.push({ kind: "added", text: is });
      j += 1;
    }
  }
  return join(parts);
}

/** Neighbours of one kind become one part; empty ones go. */
function join(parts: DiffPart[]): DiffPart[] {
  const joined: DiffPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part.text === "") continue;
    if (last?.kind === part.kind) last.text += part.text;
    else joined.push({ ...part });
  }
  return joined;
}
