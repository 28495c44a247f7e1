import type { PlacedText } from "./certificate-places.ts";
import { shownText } from "./text.ts";
import { type Line, setText } from "./typesetting.ts";

/** A line, in pixels of the certificate. */
export interface PlacedLine extends Line {
  left: number;
  baseline: number;
}

/** Sets a text of a certificate into its place. @returns its size in pixels, and its lines */
export function placeLines({ text, label, place }: PlacedText): {
  size: number;
  lines: PlacedLine[];
} {
  const { font, left, top, width, sizes, atEnd = false } = place;
  const { lines, size, leading } = setText(shownText(text, font), place, sizes, label);
  const placed = lines.map((line, at) => ({
    ...line,
    left: left + (line.isRtl === atEnd ? 0 : width - line.width),
    baseline: top + size + at * leading,
  }));
  return { size, lines: placed };
}
