/**
 * Engine turning: families of curves woven between two envelopes, cut with a burin whose line swells
 * where the imagined relief lies in shadow. Lengths are picture units, angles radians clockwise
 * from the top.
 */

const turn = 2 * Math.PI;

export type Radius = (angle: number) => number;

export type Weave = {
  /** The two curves between which the lines run. */
  inner: Radius;
  outer: Radius;
  /** Lines in the family, each shifted by one part of a wave. */
  lines: number;
  /** Waves of one line in a full turn. */
  waves: number;
  /** Line width where the light falls and where it does not. */
  thin: number;
  thick: number;
  /** Exponent below 1 makes the lines linger at the envelopes, above 1 in the middle. */
  crowd?: number;
  /** 0 for plain waves, above 1 for loops. */
  curl?: number;
};

const light = { x: -0.52, y: -0.6, z: 0.61 };

/** A closed, undulating envelope: a circle with waves laid over it. */
export function scallop(
  radius: number,
  ...waves: readonly { lobes: number; height: number; phase?: number }[]
): Radius {
  return (angle) =>
    waves.reduce(
      (sum, { lobes, height, phase = 0 }) => sum + height * Math.cos(lobes * angle + phase),
      radius,
    );
}

/** The woven band as one filled path, centred on (0, 0). */
export function weave(band: Weave): string {
  const { inner, outer, lines, waves, thin, thick, crowd = 1, curl = 0 } = band;
  const samples = Math.max(720, waves * 44);
  const paths: string[] = [];
  for (let line = 0; line < lines; line += 1) {
    const shift = (turn * line) / lines;
    const points: Point[] = [];
    const widths: number[] = [];
    for (let step = 0; step < samples; step += 1) {
      const angle = (turn * step) / samples;
      const wave = Math.sin(waves * angle + shift);
      const across = Math.sign(wave) * Math.abs(wave) ** crowd;
      const seat = angle + (curl / waves) * Math.cos(waves * angle + shift);
      const low = inner(seat);
      const high = outer(seat);
      const radius = low + ((high - low) * (across + 1)) / 2;
      const x = Math.sin(seat);
      const y = -Math.cos(seat);
      points.push([radius * x, radius * y]);
      const tilt = across * 0.92;
      const lit = x * tilt * light.x + y * tilt * light.y + Math.sqrt(1 - tilt * tilt) * light.z;
      const shadow = Math.min(1, Math.max(0, 0.62 - 0.72 * lit));
      widths.push(thin + (thick - thin) * shadow);
    }
    paths.push(stroke(points, widths));
  }
  return paths.join("");
}

export type Point = [number, number];

/** A closed line of varying width, as a filled outline. */
function stroke(points: readonly Point[], widths: readonly number[]): string {
  const left: Point[] = [];
  const right: Point[] = [];
  const count = points.length;
  for (let index = 0; index < count; index += 1) {
    const here = at(points, index);
    const before = at(points, index + count - 1);
    const after = at(points, index + 1);
    const run = Math.hypot(after[0] - before[0], after[1] - before[1]) || 1;
    const half = (widths[index] ?? 1) / 2 / run;
    const normal: Point = [(before[1] - after[1]) * half, (after[0] - before[0]) * half];
    left.push([here[0] + normal[0], here[1] + normal[1]]);
    right.push([here[0] - normal[0], here[1] - normal[1]]);
  }
  return polygon(left) + polygon(right.reverse());
}

function at(points: readonly Point[], index: number): Point {
  return points[index % points.length] ?? [0, 0];
}

/** A closed outline through the points. */
export function polygon(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join("L")}Z`;
}

/** An open line through the points. */
export function polyline(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join("L")}`;
}

/** The envelope a share of the way from one to another. */
export function between(inner: Radius, outer: Radius, share: number): Radius {
  return (angle) => inner(angle) + (outer(angle) - inner(angle)) * share;
}

/** One closed curve, centred on (0, 0). */
export function contour(radius: Radius, samples = 720): string {
  return polygon(
    Array.from({ length: samples }, (_, step) => {
      const angle = (turn * step) / samples;
      return [radius(angle) * Math.sin(angle), -radius(angle) * Math.cos(angle)];
    }),
  );
}

export function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}
