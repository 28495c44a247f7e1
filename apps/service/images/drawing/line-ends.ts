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

/** The ends of words that another word follows at once. */
function wordEnds(text: string): number[] {
  if (!unspaced.test(text)) return [];
  return Array.from(words.segment(text), ({ index }) => index).filter(
    (index) => unspaced.test(text.charAt(index - 1)) && isLetterOfThese(text.charAt(index)),
  );
}
