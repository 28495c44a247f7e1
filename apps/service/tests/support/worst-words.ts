import { limits } from "@colonnade/domain/limits.ts";

/** Texts that are expensive to set in lines and to draw. */
const units = {
  "one word": "W",
  "Thai without blanks": "ฉันชอบทำงานกับคุณมาก",
  "Khmer without blanks": "សួស្តីពិភពលោក",
  "families of emoji": "👨‍👩‍👧‍👦",
  "two directions": "مرحبا שלום a ",
  "short lines": "a\n",
  "letters with many marks": `a${"\u0301\u0323".repeat(8)}`,
  "one letter with many marks": `a${"\u0301".repeat(limits.descriptionCodePoints - 1)}`,
  "one letter of many consonants": "क्ष्",
  "one letter of many vowels": "\u1161",
  "many scripts": "字あ한देবাংதமిไท",
  markup: `<&">'`,
  "what hides": "\u202E\u200Ba",
};

const fillWith = (unit: string, length: number) =>
  [...unit.repeat(Math.ceil(length / [...unit].length))].slice(0, length).join("");

/** The longest words of an endorsement, by what they are made of. */
export const worstWords = Object.entries(units).map(([name, unit]) => ({
  name,
  title: fillWith(unit, limits.titleCodePoints),
  description: fillWith(unit, limits.descriptionCodePoints),
}));
