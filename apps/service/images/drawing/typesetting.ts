import bidiFactory from "bidi-js/dist/bidi.mjs";
import { fontOf, widthIn } from "./font-metrics.ts";
import { type AnyFont, type FontName, tallFonts } from "./fonts.ts";
import { lineEnds } from "./line-ends.ts";

/** Characters of one font and one direction. */
export interface Run {
  /** In the order in which they are drawn from left to right, except in scripts that fontkit reverses itself. */
  text: string;
  font: AnyFont;
  width: number;
}

export interface Line {
  /** In the order in which it is read. */
  text: string;
  isRtl: boolean;
  /** From left to right. */
  runs: Run[];
  width: number;
}

/** A text in lines. Lengths are in the unit of its size. */
export interface SetText {
  lines: Line[];
  size: number;
  /** From one baseline to the next. */
  leading: number;
}

export interface Place {
  font: FontName;
  width: number;
  height: number;
}

/** Line heights, in ems. */
const LEADING = { usual: 1.25, tall: 1.6 };

/**
 * Sets a text in lines at the largest size at which all of it fits, or cut at the last size.
 * @param text without hidden characters
 * @param sizes from the largest
 * @param label follows the text, and is never cut
 */
export function setText(text: string, place: Place, sizes: readonly number[], label = ""): SetText {
  const measured = measure(text + label, place.font);
  let lines: Line[] = [];
  let [size, most] = [0, 0];
  for (size of sizes) {
    most = Math.max(1, Math.floor(place.height / (measured.leading * size)));
    lines = breakLines(measured, place.width / size, most + 1);
    if (lines.length <= most) break;
  }
  if (lines.length > most) lines = cut(text, label, place, size, most);
  const scaled = lines.map((line) => scale(line, size));
  return { lines: scaled, size, leading: measured.leading * size };
}

/** The longest beginning of a text that fits, found by bisection. */
function cut(text: string, label: string, place: Place, size: number, most: number): Line[] {
  const letters = graphemes(text);
  let [fits, tooLong] = [0, letters.length];
  let best: Line[] = [];
  while (tooLong - fits > 1) {
    const length = Math.floor((fits + tooLong) / 2);
    const begun = `${letters.slice(0, length).join("").trimEnd()}…${label}`;
    const lines = breakLines(measure(begun, place.font), place.width / size, most + 1);
    if (lines.length <= most) [fits, best] = [length, lines];
    else tooLong = length;
  }
  return best;
}

const scale = (line: Line, size: number): Line => ({
  ...line,
  width: line.width * size,
  runs: line.runs.map((run) => ({ ...run, width: run.width * size })),
});

/** A letter as readers see it: one grapheme. */
interface Letter {
  text: string;
  /** Null where no font has it. */
  font: AnyFont | null;
  /** The bidi level: even for left to right. */
  level: number;
}

interface Paragraph {
  isRtl: boolean;
  /** Letters that stay on one line, with the blanks after them. Widths are in ems. */
  pieces: { letters: Letter[]; width: number; printed: number }[];
}

interface Measured {
  paragraphs: Paragraph[];
  /** In ems. */
  leading: number;
}

function measure(text: string, font: FontName): Measured {
  const paragraphs = text.split("\n").map((line) => measureParagraph(line, font));
  const isTall = paragraphs.some(({ pieces }) =>
    pieces.some(({ letters }) => letters.some(({ font }) => tallFonts.has(font))),
  );
  return { paragraphs, leading: isTall ? LEADING.tall : LEADING.usual };
}

function measureParagraph(text: string, font: FontName): Paragraph {
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text, "auto");
  const pieces: Paragraph["pieces"] = [];
  let start = 0;
  for (const end of lineEnds(text)) {
    const letters: Letter[] = [];
    for (const letter of graphemes(text.slice(start, end))) {
      const known = letters.at(-1)?.font ?? pieces.at(-1)?.letters.at(-1)?.font;
      letters.push({
        text: letter,
        font: fontOf(letter, font, known),
        level: levels[start] ?? 0,
      });
      start += letter.length;
    }
    pieces.push(measurePiece(letters));
  }
  return { isRtl: (paragraphs[0]?.level ?? 0) % 2 === 1, pieces };
}

function measurePiece(letters: Letter[]): Paragraph["pieces"][number] {
  return { letters, width: widthOf(letters), printed: widthOf(trimEnd(letters)) };
}

const widthOf = (letters: Letter[]) => runsOf(letters).reduce((sum, { width }) => sum + width, 0);

function trimEnd(letters: Letter[]): Letter[] {
  const end = letters.findLastIndex(({ text }) => text.trim() !== "");
  return letters.slice(0, end + 1);
}

/** @param width in ems @param most lines after which the rest does not matter */
function breakLines({ paragraphs }: Measured, width: number, most: number): Line[] {
  const lines: Line[] = [];
  for (const { pieces, isRtl } of paragraphs) {
    let letters: Letter[] = [];
    let used = 0;
    const end = () => {
      lines.push(lineOf(letters, isRtl));
      [letters, used] = [[], 0];
    };
    for (const piece of pieces.flatMap((one) => splitWide(one, width))) {
      if (lines.length > most) return lines;
      if (used > 0 && used + piece.printed > width) end();
      letters = letters.concat(piece.letters);
      used += piece.width;
    }
    end();
  }
  return lines;
}

/** A word that is wider than a line is broken anywhere. */
function splitWide(piece: Paragraph["pieces"][number], width: number): Paragraph["pieces"] {
  return piece.printed <= width ? [piece] : piece.letters.map((letter) => measurePiece([letter]));
}

function lineOf(letters: Letter[], isRtl: boolean): Line {
  const printed = trimEnd(letters);
  const runs = runsOf(printed);
  const width = runs.reduce((sum, run) => sum + run.width, 0);
  return { text: printed.map(({ text }) => text).join(""), isRtl, runs, width };
}

/** Joins letters of one font and level, and puts the runs into the order from left to right (rule L2 of UAX #9). */
function runsOf(letters: Letter[]): Run[] {
  const groups: { letters: Letter[]; level: number }[] = [];
  for (const letter of letters) {
    const last = groups.at(-1);
    const isSame = last?.level === letter.level && last.letters[0]?.font === letter.font;
    if (isSame) last.letters.push(letter);
    else groups.push({ letters: [letter], level: letter.level });
  }
  const highest = Math.max(0, ...groups.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    for (let start = 0; start < groups.length; start += 1) {
      let end = start;
      while ((groups[end]?.level ?? -1) >= level) end += 1;
      groups.splice(start, end - start, ...groups.slice(start, end).reverse());
      start = Math.max(start, end);
    }
  }
  return groups.map(({ letters, level }) => runOf(letters, level));
}

function runOf(letters: Letter[], level: number): Run {
  const font = letters[0]?.font ?? null;
  if (font === null) {
    const text = BOX.repeat(letters.length);
    return { text, font: BOX_FONT, width: widthIn(BOX_FONT, text) };
  }
  const logical = letters.map(({ text }) => text).join("");
  const text = level % 2 === 1 && !turnsItself(logical) ? mirror(letters) : logical;
  return { text, font, width: widthIn(font, text) };
}

/** Stands for a letter that no font has. */
const BOX = "□";
const BOX_FONT = "japanese";

/** Whether fontkit lays a text out from right to left by its script. */
const turnsItself = (text: string) => /[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(text);

/** Reverses and mirrors letters without a direction of their own, such as brackets, in right-to-left text. */
const mirror = (letters: Letter[]) =>
  letters
    .toReversed()
    .map(({ text }) => bidi.getMirroredCharacter(text) ?? text)
    .join("");

const bidi = bidiFactory();

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
const graphemes = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment);
