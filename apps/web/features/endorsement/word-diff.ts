/** A run of words that both texts have, or only the old one (removed), or only the new one (added). */
export interface DiffPart {
  kind: "same" | "removed" | "added";
  text: string;
}

/** Splits off the space around a part's words, so that only the words are marked. A part of only space stays whole. */
export function splitSpace(text: string): [before: string, words: string, after: string] {
  const words = text.trim();
  if (words === "") return ["", text, ""];
  const start = text.indexOf(words);
  return [text.slice(0, start), words, text.slice(start + words.length)];
}

/** Texts that need more comparisons than this are shown as wholly different: comparing them would take too long. */
const MOST_COMPARISONS = 4_000_000;

/** The words of a text, each with the space after it: joined they give the text again. */
const split = (text: string) => text.match(/\s*\S+\s*|\s+/g) ?? [];

/** Compares two texts word by word. Keeps the longest sequence of words that both have in common. */
export function diffWords(before: string, after: string): DiffPart[] {
  const old = split(before);
  const now = split(after);
  if (old.length * now.length > MOST_COMPARISONS) {
    return join([
      { kind: "removed", text: before },
      { kind: "added", text: after },
    ]);
  }
  const common = countCommon(old.map(withoutSpace), now.map(withoutSpace));
  const parts: DiffPart[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length && j < now.length) {
    const [was = "", is = ""] = [old[i], now[j]];
    if (withoutSpace(was) === withoutSpace(is)) {
      parts.push(...sameWord(was, is));
      i += 1;
      j += 1;
    } else if (common(i + 1, j) >= common(i, j + 1)) {
      parts.push({ kind: "removed", text: was });
      i += 1;
    } else {
      parts.push({ kind: "added", text: is });
      j += 1;
    }
  }
  parts.push({ kind: "removed", text: old.slice(i).join("") });
  parts.push({ kind: "added", text: now.slice(j).join("") });
  return join(parts);
}

/** A word without the space after it. */
const withoutSpace = (word: string) => word.trimEnd() || word;

/** A word that both texts have, and the space after it where that differs. */
function sameWord(was: string, is: string): DiffPart[] {
  if (was === is) return [{ kind: "same", text: was }];
  const text = withoutSpace(was);
  return [
    { kind: "same", text },
    { kind: "removed", text: was.slice(text.length) },
    { kind: "added", text: is.slice(text.length) },
  ];
}

/** Tells how many words the rest of `old` from i and the rest of `now` from j have in common, in order. */
function countCommon(old: string[], now: string[]): (i: number, j: number) => number {
  const width = now.length + 1;
  const counts = new Uint16Array((old.length + 1) * width);
  const at = (i: number, j: number) => counts[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      counts[i * width + j] =
        old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  return at;
}

/** Joins neighbours of one kind, and drops empty parts. */
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
