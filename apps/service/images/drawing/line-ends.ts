import LineBreaker from "linebreak";

/** Scripts that write words without blanks. UAX #14 leaves their words to a dictionary. */
const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Chooses the dictionary by a text's script, not by this language. */
const words = new Intl.Segmenter("th", { granularity: "word" });

/** Whether a character is a letter of these scripts. No line begins with a full stop. */
const isLetterOfThese = (character: string) => unspaced.test(character) && /\p{L}/u.test(character);

/** Where a line may end in a text: between words, and where UAX #14 allows it. @returns positions, in order */
export function lineEnds(text: string): number[] {
  const ends = wordEnds(text);
  const breaker = new LineBreaker(text);
  for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak()) {
    ends.push(next.position);
  }
  return [...new Set(ends)].sort((one, other) => one - other);
}

/** The text with a zero-width space where a line may end between two words without a blank. */
export function withWordEnds(text: string): string {
  const starts = [0, ...wordEnds(text)];
  return starts.map((start, at) => text.slice(start, starts[at + 1])).join("\u200B");
}

/** Characters of a letter. No script has letters of more. */
const LONGEST_LETTER = 16;

const letters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** More marks than letters have. */
const tooManyMarks = new RegExp(`(?<=\\p{M}{${LONGEST_LETTER}})\\p{M}+`, "gu");

/** A text without the marks that are too many for one letter: Pango takes ten seconds for two thousand of them. */
export const withFewMarks = (text: string): string => text.replace(tooManyMarks, "");

/** The text with a zero-width space in letters that are too long, because Pango ends no line within a letter. */
export function withLetterEnds(text: string): string {
  return Array.from(letters.segment(text), ({ segment }) => splitLetter([...segment])).join("");
}

function splitLetter(characters: string[]): string {
  const starts = Array.from(
    { length: Math.ceil(characters.length / LONGEST_LETTER) },
    (_, at) => at * LONGEST_LETTER,
  );
  return starts
    .map((start) => characters.slice(start, start + LONGEST_LETTER).join(""))
    .join("\u200B");
}

/** The ends of words that another word follows at once. */
function wordEnds(text: string): number[] {
  if (!unspaced.test(text)) return [];
  return Array.from(words.segment(text), ({ index }) => index).filter(
    (index) => unspaced.test(text.charAt(index - 1)) && isLetterOfThese(text.charAt(index)),
  );
}
