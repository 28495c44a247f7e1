import { categories } from "@colonnade/domain/category.ts";
import { pick, type Random, type Words } from "./world.ts";

/** Texts that look hostile. */
export const texts = [
  "Reads code like a score",
  "\uFEFFbegins and ends with a mark\uFEFF",
  "\u0000nul \u0000 in the middle",
  "\u202Ereversed\u202C and \u200Bzero width",
  '<script>alert("&amp;")</script>',
  "astral 😀𝔘𝔫𝔦 and back\\slash \"quotes\" 'single'",
  "\u200B\u00A0\u3164",
  "line\nbreak\ttab %_ wildcard",
];

/** The address of a preset or of another image. */
export const image = (random: Random) => {
  const category = categories[random(categories.length + 1)];
  return category?.imageAddress ?? "https://example.com/own.png";
};

/** Random words of an endorsement, and the height that dates them. */
export const wordsBy = (random: Random): Words => ({
  // A number, so that hardly any two people write the same title.
  title: `${pick(texts, random)} ${random(1_000_000)}`,
  description: pick(texts, random) ?? "",
  image: image(random),
  height: 1 + random(9),
});
