/**
 * The geometry of a rosette: a guilloche drawn from an address, the same everywhere. Nothing is random: a hash of the
 * seed makes all choices. Each line is a closed quadratic spline over integer points, so a feed of avatars is small.
 */

/** A line of a rosette. */
type RosettePath = {
  /** SVG path data, to stroke and not to fill. */
  d: string;
  /** Stroke width in view box units. */
  width: number;
  opacity: number;
  /** `#RRGGBB` */
  colour: string;
};

/** A rosette as the parts of an SVG. */
export type Rosette = {
  /** Square and centred on (0, 0); all lines lie inside its inscribed circle. */
  viewBox: string;
  /** The tint of the paper below the lines, `#RRGGBB`. */
  background: string;
  /** The main ink, `#RRGGBB`. Its contrast to the background is at least 4.5 : 1. */
  ink: string;
  paths: RosettePath[];
};

/** `avatar`: about 2 kB, for 20 to 120 px. `header`: about 30 kB, for the header of a profile. */
export type RosetteDetail = "avatar" | "header";

type Band = {
  inner: number;
  outer: number;
  /** Waves of one line in a full turn, and lines in the band. */
  waves: number;
  lines: number;
  /** 0 for plain waves, above 1 for loops. */
  curl: number;
  /** How often the edges swell in a full turn, and by how much each. */
  lobes: number;
  swell: { inner: number; outer: number };
};

const half = 512;
const turn = 2 * Math.PI;

/** Hues in OKLCH degrees, denser where the eye tells more inks apart. */
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

/** The same figure in finer lines, with a border of lace and a turned centre. */
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
  const reach = (outer - inner) / 2 / SPLINE_REACH;
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

/** A spline stays inside its control points: this is the part of the way to them that it covers. */
export const SPLINE_REACH = 0.87;

/**
 * The SVG path of a closed quadratic spline. It rounds the control points to even numbers, so every joint is an
 * integer, and SVG's `t` mirrors exactly to the next control point. Each piece then takes two small integers.
 */
export function spline(points: readonly (readonly [number, number])[]): string {
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
 * Writes numbers in a row; a minus sign needs no space before it. One join of all pieces: a text built by
 * replacements would take ten times the memory.
 */
function join(numbers: readonly number[]): string {
  return numbers.map((value, at) => (at === 0 || value < 0 ? `${value}` : ` ${value}`)).join("");
}

/** A filled disc as a stroke: a circle of half the radius, stroked as wide as the radius. */
function disc(radius: number, colour: string): RosettePath {
  const r = radius / 2;
  const d = `M${-r} 0a${r} ${r} 0 1 0 ${radius} 0a${r} ${r} 0 1 0 ${-radius} 0z`;
  return { d, width: radius, opacity: 1, colour };
}

/** Makes successive choices below a limit from one hash of the seed. */
function choices(seed: string): (limit: number) => number {
  // FNV-1a's offset, shifted so that the inks of the devnet's seed cast are easy to tell apart.
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

/** Distances of the second ink's hue from the first, in degrees. */
const companions = [-48, 40, 165, 205];

/**
 * Two inks and a paper that go together. Every hue gets the same lightness and chroma in OKLCH.
 * @param hue degrees
 * @param companion which second ink, 0 to 3
 */
function inkFrom(hue: number, companion: number) {
  return {
    paper: hex(0.94, 0.026, hue),
    ink: hex(0.4, 0.13, hue),
    accent: hex(0.56, 0.13, hue + (companions[companion] ?? 0)),
  };
}

/** The nearest sRGB colour in hexadecimal; reduces the chroma where sRGB cannot show it. */
function hex(lightness: number, chroma: number, hue: number): string {
  for (let strength = chroma; strength > 0; strength -= 0.004) {
    const channels = linear(lightness, strength, hue);
    if (channels.every((value) => value >= -0.0005 && value <= 1.0005)) return encode(channels);
  }
  return encode(linear(lightness, 0, hue));
}

/** OKLCH to linear sRGB (Ottosson 2020). */
function linear(lightness: number, chroma: number, hue: number): number[] {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function encode(channels: readonly number[]): string {
  return `#${channels
    .map((value) => {
      const light = Math.min(1, Math.max(0, value));
      const gamma = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
      return Math.round(gamma * 255)
        .toString(16)
        .padStart(2, "0")
        .toUpperCase();
    })
    .join("")}`;
}
