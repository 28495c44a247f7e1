import * as fontkit from "fontkit";
import {
  type AnyFont,
  allFonts,
  type FallbackName,
  type FontName,
  fallbackFonts,
} from "./fonts.ts";

/** Cached widths, and cached letters. */
const MOST_KEPT = 20_000;

const widths = new Map<string, number>();

/** The width of a text in a font, in ems. */
export function widthIn(name: AnyFont, text: string): number {
  const key = `${name} ${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  const font = opened(name);
  const width = font.layout(text).advanceWidth / font.unitsPerEm;
  if (widths.size >= MOST_KEPT) widths.clear();
  widths.set(key, width);
  return width;
}

const known = new Map<AnyFont, fontkit.Font>();

/** A font, read when it is first needed. */
function opened(name: AnyFont): fontkit.Font {
  const found = known.get(name);
  if (found !== undefined) return found;
  const font = fontkit.openSync(allFonts[name].file);
  if (!("layout" in font)) throw new Error(`${name} is not one font`);
  known.set(name, font);
  return font;
}

const isFallback = (name: string): name is FallbackName => name in fallbackFonts;
const fallbacks = Object.keys(fallbackFonts).filter(isFallback);

/**
 * The first font that has a letter. A blank keeps the font of the letter before it, so that a run has several words.
 */
export function fontOf(
  letter: string,
  first: FontName,
  before: AnyFont | null | undefined,
): AnyFont | null {
  if (before && before !== "emoji" && letter.trim() === "") return before;
  return [first, ...fallbacks].find((name) => canSet(name, letter)) ?? null;
}

const settable = new Map<string, boolean>();

/** Whether a font has all characters of a letter, and fontkit can lay it out. */
function canSet(name: AnyFont, letter: string): boolean {
  const key = `${name} ${letter}`;
  const known = settable.get(key);
  if (known !== undefined) return known;
  const font = opened(name);
  const needed = [...letter].filter((character) => !/\p{M}|\p{Cf}/u.test(character));
  const hasAll = needed.every((one) => font.hasGlyphForCodePoint(one.codePointAt(0) ?? 0));
  if (settable.size >= MOST_KEPT) settable.clear();
  const found = hasAll && !isBroken(font, letter);
  settable.set(key, found);
  return found;
}

/** fontkit fails on letters with marks for which the font has no anchor, such as W with a diaeresis in Newsreader. */
function isBroken(font: fontkit.Font, letter: string): boolean {
  try {
    font.layout(letter);
    return false;
  } catch (error) {
    if (error instanceof TypeError) return true;
    throw error;
  }
}
