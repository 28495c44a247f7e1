import { withoutHidden } from "@colonnade/domain/hidden-text.ts";
import sharp from "sharp";
import { escapeMarkup } from "../../markup.ts";
import { type FontName, fallbackFonts, fonts } from "./fonts.ts";
import { withFewMarks, withLetterEnds, withWordEnds } from "./line-ends.ts";

export interface TextStyle {
  font: FontName;
  /** Pixels. */
  size: number;
  color: string;
  /** The place for it, in pixels. */
  width: number;
  height: number;
}

/** A text as pixels. */
export interface DrawnText {
  png: Buffer;
  width: number;
  height: number;
  /** Whether nothing was cut. */
  isWhole: boolean;
}

/** Steps of the bisection for the longest text that fits. */
const TRIES = 7;

/**
 * Draws a text in lines, cut with an ellipsis where it does not fit.
 * @param label follows the text, and is never cut
 * @returns null for a text that shows nothing
 */
export async function drawText(
  text: string,
  style: TextStyle,
  label = "",
): Promise<DrawnText | null> {
  const characters = [...shownText(text, style.font)];
  if (characters.length === 0) return null;
  const { width, height, size } = style;
  // No character is narrower than a fifth of its size.
  const most = Math.ceil((width / size) * 5 * (height / size));
  const whole = characters.slice(0, most).join("");
  const isWhole = characters.length <= most;
  const first = await draw((isWhole ? whole : `${whole}…`) + label, style);
  if (fitsInto(style, first)) return { ...first, isWhole };
  let [fits, tooLong] = [0, most];
  let best: DrawnText | null = null;
  for (let attempt = 0; attempt < TRIES && tooLong - fits > 1; attempt += 1) {
    const length = Math.floor((fits + tooLong) / 2);
    const drawn = await draw(`${characters.slice(0, length).join("").trimEnd()}…${label}`, style);
    if (fitsInto(style, drawn)) [fits, best] = [length, { ...drawn, isWhole: false }];
    else tooLong = length;
  }
  return best;
}

/** Whether a drawn text fits. A line may end a little outside, because letters reach beyond their own width. */
const fitsInto = (place: TextStyle, { width, height }: { width: number; height: number }) =>
  width <= place.width + place.size && height <= place.height;

/**
 * A text without hidden characters, and without marks that are too many. Only the endorsement's words keep their line
 * breaks.
 */
export function shownText(text: string, font: FontName): string {
  const blanks = font === "voice" ? /[^\S\n]+/gu : /\s+/gu;
  return withFewMarks(withoutHidden(text)).replace(blanks, " ").trim();
}

async function draw(
  text: string,
  { font, size, color, width }: TextStyle,
): Promise<Omit<DrawnText, "isWhole">> {
  await loadFallbacks();
  const { family, file } = fonts[font];
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${color}" insert_hyphens="false">${escapeMarkup(withWordEnds(withLetterEnds(text)))}</span>`,
      font: `${family} ${size}`,
      fontfile: file,
      width,
      dpi: 72,
      spacing: Math.round(size / 5),
      rgba: true,
      wrap: "word-char",
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width, height: info.height };
}

let loading: Promise<unknown> | undefined;

/** Pango finds a font once a text has been drawn in it. */
function loadFallbacks(): Promise<unknown> {
  const load = ({ family, file }: { family: string; file: string }) =>
    sharp({ text: { text: "☺", font: family, fontfile: file } })
      .png()
      .toBuffer();
  loading ??= Promise.all(Object.values(fallbackFonts).map(load));
  return loading;
}
