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
  "line\nbreak\ttab %_ wildcard",
];

/** The address of a preset, or of an image of one's own. */
export const image = (random: Random) => {
  const category = categories[random(categories.length + 1)];
  return category?.imageAddress ?? "https://example.com/own.png";
};

/** What an endorsement may say. */
export const wordsBy = (random: Random): Words => ({
  title: pick(texts, random) ?? "",
  description: pick(texts, random) ?? "",
  image: image(random),
});
