import { readFile } from "node:fs/promises";
import subsetFont from "subset-font";
import { type AnyFont, allFonts, fallbackFonts } from "./fonts.ts";
import type { Run } from "./typesetting.ts";

/** The fonts of some runs, each with their characters alone, as rules of CSS, and the families of the fallbacks. */
export async function embedFonts(runs: readonly Run[]): Promise<{ css: string; families: string }> {
  const used = new Map<AnyFont, string>();
  for (const { font, text } of runs) used.set(font, (used.get(font) ?? "") + text);
  const faces = await Promise.all(Array.from(used, ([name, text]) => faceOf(name, text)));
  const names = [...used.keys()].filter((name) => name in fallbackFonts);
  return { css: faces.join(""), families: [...names, "serif"].join(", ") };
}

async function faceOf(name: AnyFont, text: string): Promise<string> {
  const whole = await readFile(allFonts[name].file);
  // A browser sets some letters as their parts, such as the Thai am.
  const needed = text + text.normalize("NFKD");
  const font = await subsetFont(whole, needed, { targetFormat: "woff2" });
  return `@font-face{font-family:${name};src:url(data:font/woff2;base64,${font.toString("base64")})}`;
}
