/**
 * The personal rosette: a guilloche engraved from an address, the same wherever it is drawn.
 * Every line is a closed quadratic spline over a few integer points, so that a feed of avatars stays
 * small. Nothing here is random: all choices are read from a hash of the seed.
 */

import { inkFrom } from "./rosette-ink.ts";

/** A line of a rosette. */
export type RosettePath = {
  /** SVG path data; stroke it, with no fill. */
  d: string;
  /** Stroke width in units of the view box. */
  width: number;
  opacity: number;
  /** `#RRGGBB` */
  colour: string;
};

/** A rosette as the parts of an SVG. */
export type Rosette = {
  /** Square and centred on (0, 0); all lines lie inside its inscribed circle. */
  viewBox: string;
  /** Tinted paper to lay below the lines, `#RRGGBB`. */
  background: string;
  /** The main ink, `#RRGGBB`; reads as text (at least 4.5 : 1) on the background. */
  ink: string;
  paths: RosettePath[];
};

/** avatar: some 2 kB, for 20 to 120 px; header: some 30 kB, for a profile's header. */
export type RosetteDetail = "avatar" | "header";

type Band = {
  inner: number;
  outer: number;
  /** Waves of one line in a full turn, and lines in the band. */
  waves: number;
  lines: number;
  /** 0 for plain waves, above 1 for loops. */
  curl: number;
  /** Petals: how often in a full turn the edges swell, and each by how much. */
  lobes: number;
  swell: { inner: number; outer: number };
};

const half = 512;
const turn = 2 * Math.PI;

/** Degrees in OKLCH, closer together where the eye tells more inks apart. */
const hues = [
  2, 15, 28, 40, 54, 70, 88, 108, 128, 144, 160, 180, 204, 228, 246, 262, 276, 290, 304, 320, 340,
];

/** The rosette of a seed, usually a principal. */
export function rosette(seed: string, detail: RosetteDetail = "avatar"): Rosette {
  const pick = choices(seed);
  const { paper, ink, accent } = inkFrom(hues[pick(hues.length)] ?? 0, pick(4));
  const lobes = 5 + pick(8);
  const lines = 2 + pick(3);
  const swell = [6, 24, 50, 76][pick(4)] ?? 6;
  const waist = 210 + 10 * pick(11);
  const outer: Band = {
    inner: waist - swell / 3,
    outer: 488 - swell,
    waves: lobes * Math.round(40 / lobes / lines),
    lines,
    curl: 0.1 + 0.25 * pick(8),
    lobes,
    swell: { inner: 0, outer: swell },
  };
  const inner: Band = {
    inner: 92,
    outer: waist + 8,
    waves: 6 + pick(7),
    lines: 2 + pick(2),
    curl: 0.2 + 0.3 * pick(6),
    lobes: 0,
    swell: { inner: 0, outer: 0 },
  };
  const core = 44 + 6 * pick(5);
  return {
    viewBox: `${-half} ${-half} ${2 * half} ${2 * half}`,
    background: paper,
    ink,
    paths:
      detail === "avatar"
        ? [
            { d: bandPath(outer), width: 13, opacity: 0.9, colour: ink },
            { d: bandPath(inner), width: 11, opacity: 0.9, colour: accent },
            disc(core, ink),
          ]
        : engraved(outer, inner, core, ink, accent),
  };
}

/** The same figure cut with a finer tool: more lines, a border of lace and a turned centre. */
function engraved(
  outer: Band,
  inner: Band,
  core: number,
  ink: string,
  accent: string,
): RosettePath[] {
  const edge = outer.outer - 34;
  const mesh: Band = { ...outer, outer: edge, lines: outer.lines * 4 };
  const echo: Band = { ...mesh, waves: mesh.waves * 2, lines: outer.lines * 2, curl: 0.3 };
  const lace: Band = {
    ...outer,
    inner: edge + 14,
    outer: edge + 44,
    waves: outer.lobes * Math.round(120 / outer.lobes),
    lines: 2,
    curl: 1.6,
    swell: { inner: outer.swell.outer, outer: outer.swell.outer },
  };
  const heart: Band = { ...inner, inner: core + 10, outer: 148, waves: inner.waves * 3, lines: 4 };
  return [
    { d: bandPath(lace), width: 1.4, opacity: 0.8, colour: accent },
    { d: bandPath(echo), width: 0.9, opacity: 0.5, colour: accent },
    { d: bandPath(mesh), width: 1.6, opacity: 0.9, colour: ink },
    { d: bandPath({ ...inner, lines: 10 }), width: 1.5, opacity: 0.85, colour: accent },
    { d: bandPath(heart), width: 1.2, opacity: 0.9, colour: ink },
    disc(core, ink),
  ];
}

function bandPath(band: Band): string {
  let path = "";
  for (let line = 0; line < band.lines; line += 1) path += linePath(band, line / band.lines);
  return path;
}

/** One line of a band, `shift` of a wave away from the first. */
function linePath(band: Band, shift: number): string {
  const { inner, outer, waves, curl, lobes, swell } = band;
  const perWave = 6;
  const count = waves * perWave;
  const middle = (inner + outer) / 2;
  // A spline runs inside its control points: reach further out so that it touches the envelopes.
  const reach = (outer - inner) / 2 / 0.87;
  return spline(
    Array.from({ length: count }, (_, index) => {
      const wave = (turn * index) / perWave;
      const base = (wave - turn * shift) / waves;
      const outward = (1 + Math.cos(wave)) / 2;
      const petal = Math.cos(lobes * base) * (swell.inner + (swell.outer - swell.inner) * outward);
      const radius = middle + reach * Math.cos(wave) + petal;
      const angle = base + (curl / waves) * Math.sin(wave) - turn / 4;
      return [radius * Math.cos(angle), radius * Math.sin(angle)] as const;
    }),
  );
}

/**
 * A closed quadratic spline by its control points. On even coordinates every joint is an integer and
 * the mirrored control point of SVG's `t` is exactly the next one: two small integers a piece.
 */
function spline(points: readonly (readonly [number, number])[]): string {
  const controls = points.map(([x, y]) => [2 * Math.round(x / 2), 2 * Math.round(y / 2)] as const);
  const joints = controls.map(([x, y], index) => {
    const [nextX, nextY] = controls[(index + 1) % controls.length] ?? [x, y];
    return [(x + nextX) / 2, (y + nextY) / 2] as const;
  });
  const [start = [0, 0], second = [0, 0], ...rest] = joints;
  const [, first = [0, 0]] = controls;
  const steps = [...rest, start].flatMap(([x, y], index) => {
    const [fromX, fromY] = joints[index + 1] ?? start;
    return [x - fromX, y - fromY];
  });
  const curve = [first[0], first[1], second[0], second[1]];
  const fromStart = curve.map((value, index) => value - (start[index % 2] ?? 0));
  return `M${join(start)}q${join(fromStart)}t${join(steps)}z`;
}

/**
 * Numbers in a row; a minus sign separates by itself. Written piece by piece: a replacement in the whole would
 * leave a text of a hundred thousand parts, which takes ten times the memory.
 */
function join(numbers: readonly number[]): string {
  return numbers.map((value, at) => (at === 0 || value < 0 ? `${value}` : ` ${value}`)).join("");
}

/** A filled disc as a stroke: a circle of half the radius, drawn as wide as the radius. */
function disc(radius: number, colour: string): RosettePath {
  const r = radius / 2;
  const d = `M${-r} 0a${r} ${r} 0 1 0 ${radius} 0a${r} ${r} 0 1 0 ${-radius} 0z`;
  return { d, width: radius, opacity: 1, colour };
}

/** Successive choices below a limit, all read from one hash of the seed. */
function choices(seed: string): (limit: number) => number {
  // FNV-1a's offset, moved on to where the seed cast's inks are easy to tell apart.
  let state = (0x811c9dc5 + 119_672) | 0;
  for (let index = 0; index < seed.length; index += 1) {
    state = Math.imul(state ^ seed.charCodeAt(index), 0x01000193);
  }
  return (limit) => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) % limit;
  };
}
