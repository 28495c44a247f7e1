/** A single-stroke alphabet for microprinting, drawn on a grid 4 wide and 6 high, baseline at 0. */

import { type Point, polyline } from "./guilloche.ts";

type Glyph = { width: number; strokes: Point[][] };

/** Half of an ellipse and the like: points on an arc from one angle to another, in degrees. */
function arc(cx: number, cy: number, rx: number, ry: number, from: number, to: number): Point[] {
  const steps = Math.max(4, Math.ceil(Math.abs(to - from) / 20));
  return Array.from({ length: steps + 1 }, (_, step) => {
    const angle = ((from + ((to - from) * step) / steps) * Math.PI) / 180;
    return [cx + rx * Math.cos(angle), cy + ry * Math.sin(angle)];
  });
}

const glyphs: Record<string, Glyph> = {
  " ": { width: 1.6, strokes: [] },
  "·": { width: 1, strokes: [arc(0.5, 3, 0.4, 0.4, 0, 360)] },
  A: {
    width: 4.4,
    strokes: [
      [
        [0, 0],
        [2.2, 6],
        [4.4, 0],
      ],
      [
        [0.75, 2],
        [3.65, 2],
      ],
    ],
  },
  B: {
    width: 3.8,
    strokes: [
      [[0, 0], [0, 6], ...arc(2.1, 4.6, 1.4, 1.4, 90, -90), [0, 3.2]],
      [...arc(2.2, 1.6, 1.6, 1.6, 90, -90), [0, 0]],
    ],
  },
  C: { width: 4.4, strokes: [arc(2.6, 3, 2.6, 3, 48, 312)] },
  D: { width: 4.2, strokes: [[[0, 0], [0, 6], ...arc(1.6, 3, 2.6, 3, 90, -90), [0, 0]]] },
  E: {
    width: 3.3,
    strokes: [
      [
        [3.3, 6],
        [0, 6],
        [0, 0],
        [3.3, 0],
      ],
      [
        [0, 3.1],
        [2.8, 3.1],
      ],
    ],
  },
  F: {
    width: 3.2,
    strokes: [
      [
        [3.2, 6],
        [0, 6],
        [0, 0],
      ],
      [
        [0, 3.1],
        [2.7, 3.1],
      ],
    ],
  },
  G: {
    width: 4.6,
    strokes: [[...arc(2.6, 3, 2.6, 3, 48, 330), [4.85, 1.5], [4.85, 2.8], [2.9, 2.8]]],
  },
  H: {
    width: 4,
    strokes: [
      [
        [0, 0],
        [0, 6],
      ],
      [
        [4, 0],
        [4, 6],
      ],
      [
        [0, 3.1],
        [4, 3.1],
      ],
    ],
  },
  I: {
    width: 0.4,
    strokes: [
      [
        [0.2, 0],
        [0.2, 6],
      ],
    ],
  },
  L: {
    width: 3,
    strokes: [
      [
        [0, 6],
        [0, 0],
        [3, 0],
      ],
    ],
  },
  M: {
    width: 4.8,
    strokes: [
      [
        [0, 0],
        [0, 6],
        [2.4, 1.6],
        [4.8, 6],
        [4.8, 0],
      ],
    ],
  },
  N: {
    width: 4,
    strokes: [
      [
        [0, 0],
        [0, 6],
        [4, 0],
        [4, 6],
      ],
    ],
  },
  O: { width: 5, strokes: [arc(2.5, 3, 2.5, 3, 0, 360)] },
  P: { width: 3.6, strokes: [[[0, 0], [0, 6], ...arc(2, 4.4, 1.6, 1.6, 90, -90), [0, 2.8]]] },
  R: {
    width: 3.9,
    strokes: [
      [[0, 0], [0, 6], ...arc(2, 4.4, 1.6, 1.6, 90, -90), [0, 2.8]],
      [
        [1.9, 2.8],
        [3.9, 0],
      ],
    ],
  },
  S: {
    width: 3.6,
    strokes: [[...arc(1.85, 4.5, 1.6, 1.5, 35, 270), ...arc(1.85, 1.5, 1.75, 1.5, 90, -145)]],
  },
  T: {
    width: 4,
    strokes: [
      [
        [0, 6],
        [4, 6],
      ],
      [
        [2, 6],
        [2, 0],
      ],
    ],
  },
  U: { width: 4, strokes: [[[0, 6], ...arc(2, 2, 2, 2, 180, 360), [4, 6]]] },
  V: {
    width: 4.2,
    strokes: [
      [
        [0, 6],
        [2.1, 0],
        [4.2, 6],
      ],
    ],
  },
  Y: {
    width: 4.2,
    strokes: [
      [
        [0, 6],
        [2.1, 3],
        [4.2, 6],
      ],
      [
        [2.1, 3],
        [2.1, 0],
      ],
    ],
  },
  Z: {
    width: 3.8,
    strokes: [
      [
        [0, 6],
        [3.8, 6],
        [0, 0],
        [3.8, 0],
      ],
    ],
  },
};

const gap = 1.5;

function measure(text: string): number {
  return [...text].reduce((sum, letter) => sum + (glyphOf(letter).width + gap), 0);
}

function glyphOf(letter: string): Glyph {
  const glyph = glyphs[letter];
  if (!glyph) throw new Error(`The microprint alphabet has no ${JSON.stringify(letter)}`);
  return glyph;
}

/** The text, repeated as often as it fits, running once around a circle centred on (0, 0). */
export function microprint(text: string, radius: number, height: number): string {
  const unit = height / 6;
  const around = (2 * Math.PI * radius) / unit;
  const times = Math.max(1, Math.round(around / measure(text)));
  const line = text.repeat(times);
  const stretch = around / measure(line);
  let pen = 0;
  const paths: string[] = [];
  for (const letter of line) {
    const { width, strokes } = glyphOf(letter);
    for (const points of strokes) {
      paths.push(
        polyline(
          points.map(([x, y]) => {
            const angle = ((pen + x * Math.min(stretch, 1.05)) * unit) / radius - Math.PI / 2;
            const far = radius + y * unit;
            return [far * Math.cos(angle), far * Math.sin(angle)];
          }),
        ),
      );
    }
    pen += (width + gap) * stretch;
  }
  return paths.join("");
}
