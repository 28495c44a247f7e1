/** Colors of every picture. */
export const colors = {
  paper: "#f7f4ee",
  sheet: "#fdfcf9",
  sunk: "#efeae0",
  ink: "#1b1a17",
  muted: "#5f594d",
  rule: "#d9d2c3",
  sealmark: "#c8431b",
  approved: "#0f6b4b",
};

/** A part of a drawing that does not change. Lengths are pixels, paths are SVG's. */
export type Shape =
  | { kind: "rect"; x: number; y: number; width: number; height: number; ink: Ink }
  | { kind: "path"; d: string; x: number; y: number; scale: number; ink: Ink }
  /** One path, drawn again and again around its origin. */
  | { kind: "rosette"; d: string; x: number; y: number; turns: number; degrees: number; ink: Ink };

/** How a shape is painted. An absent part is not painted. */
export interface Ink {
  fill?: string;
  stroke?: string;
  width?: number;
  opacity?: number;
  dash?: readonly [line: number, gap: number];
  square?: true;
}

/** Curves like those on a banknote: one wavy ring, turned by small steps. */
export function rosette(
  x: number,
  y: number,
  stroke: string,
  radius: number,
  waves: number,
  { opacity = 1, width = 0.8 } = {},
): Shape {
  const turns = 12;
  const d = Array.from({ length: 361 }, (_, degree) => {
    const angle = (degree / 180) * Math.PI;
    const reach = radius * (0.84 + 0.16 * Math.sin(waves * angle));
    const at = [reach * Math.cos(angle), reach * Math.sin(angle)];
    return `${degree === 0 ? "M" : "L"}${at.map((one) => one.toFixed(1)).join(" ")}`;
  }).join("");
  const degrees = 360 / turns / waves;
  return { kind: "rosette", d, x, y, turns, degrees, ink: { stroke, width, opacity } };
}

/** The mark of Colonnade, 24 pixels wide. */
export const mark =
  "M1 2h22v3.2H1zM1 18.8h22V22H1zM3.6 7h3.2v10H3.6zM10.4 7h3.2v10h-3.2zM17.2 7h3.2v10h-3.2z";

const { paper, sheet, sunk, ink, muted, rule, sealmark, approved } = colors;

const corners = [
  [35, 35],
  [1165, 35],
  [35, 815],
  [1165, 815],
] as const;

/** A certificate without what is written on it: two lines, curves, and a band of them in each corner. */
export const certificate = {
  width: 1200,
  height: 850,
  paper,
  shapes: [
    box(30, 30, 1140, 790, { fill: sheet, stroke: ink, width: 2 }),
    box(40, 40, 1120, 770, { stroke: rule, width: 1.5 }),
    rosette(600, 430, sealmark, 360, 16, { opacity: 0.16 }),
    rosette(600, 430, approved, 250, 11, { opacity: 0.16 }),
    ...corners.map(([x, y]) => rosette(x, y, sealmark, 26, 8, { opacity: 0.5 })),
    box(84, 84, 240, 240, { fill: sunk }),
    rosette(204, 204, sealmark, 112, 12, { width: 0.5 }),
    rosette(204, 204, approved, 82, 9, { width: 0.5 }),
    { kind: "path", d: mark, x: 364, y: 84, scale: 1.5, ink: { fill: ink } },
    box(84, 640, 860, 1.5, { fill: rule }),
  ] satisfies Shape[],
};

function box(x: number, y: number, width: number, height: number, ink: Ink): Shape {
  return { kind: "rect", x, y, width, height, ink };
}

const rim = Array.from({ length: 24 }, (_, index) => {
  const at = (turn: number) => {
    const angle = (turn / 24) * 2 * Math.PI;
    return `${(20 + 18 * Math.sin(angle)).toFixed(2)} ${(20 - 18 * Math.cos(angle)).toFixed(2)}`;
  };
  return `${index === 0 ? `M${at(0)}` : ""}A2.4 2.4 0 0 1 ${at(index + 1)}`;
}).join("");

/** A circle as a path. */
const ring = "M34 20a14 14 0 1 1 -28 0a14 14 0 1 1 28 0";

function seal(
  stroke: string,
  cut: string,
  dash: Ink["dash"],
): (x: number, y: number, scale: number) => Shape[] {
  const lines: [d: string, ink: Ink][] = [
    [rim, { stroke, width: 1.4, ...(dash && { dash }) }],
    [ring, { stroke, width: 1, dash: [0.8, 1.6] }],
    [cut, { stroke, width: 2.6, square: true }],
  ];
  return (x, y, scale) => lines.map(([d, ink]) => ({ kind: "path", d, x, y, scale, ink }));
}

/** The seals, 40 pixels wide. */
export const seals = {
  approved: seal(approved, "m13.5 20.5 4.5 4.5 9-10", undefined),
  withdrawn: seal(muted, "M11.5 20h17", [3, 1.7]),
};
