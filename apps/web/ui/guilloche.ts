/** A ring of engraved thread between two edges that swell like petals. Lengths in units of the view box. */
export interface Band {
  inner: number;
  outer: number;
  /** How often the thread swings between the edges in one turn. */
  swings: number;
  petals: number;
  /** How far the edges swell. */
  swell: number;
  /** 0 for plain waves, above 1 for loops. */
  curl: number;
}

/** Control points of one swing. */
const STEPS = 6;
/** How many times finer the path's own units are, so that whole numbers are smooth. */
export const FINENESS = 4;

/**
 * The SVG path of a band around the origin: one closed thread, in units of 1/FINENESS.
 * A quadratic spline: on even control points every joint is whole, and SVG's `T` mirrors exactly to the next
 * control, so that a piece costs two short numbers.
 */
export function threadPath({ inner, outer, swings, petals, swell, curl }: Band): string {
  const middle = (inner + outer) / 2;
  // A spline runs inside its control points.
  const reach = (outer - inner) / 2 / 0.87;
  const count = swings * STEPS;
  const control = (index: number): [number, number] => {
    const swing = (2 * Math.PI * index) / STEPS;
    const turn = swing / swings;
    const radius = middle + reach * Math.cos(swing) + swell * Math.cos(petals * turn);
    const angle = turn + (curl / swings) * Math.sin(swing);
    const even = (length: number) => 2 * Math.round((FINENESS / 2) * length);
    return [even(radius * Math.cos(angle)), even(radius * Math.sin(angle))];
  };
  let [x, y] = control(0);
  let path = "";
  for (let index = 1; index <= count + 1; index += 1) {
    const [nextX, nextY] = control(index);
    const joint = `${(x + nextX) / 2} ${(y + nextY) / 2}`;
    if (index === 1) path = `M${joint}`;
    else path += index === 2 ? `Q${x} ${y} ${joint}` : `T${joint}`;
    [x, y] = [nextX, nextY];
  }
  return `${path}Z`;
}

/**
 * A running border of crossing waves, `width` long and `height` high, from (0, 0).
 * @param lines how many waves, each shifted against the last
 */
export function borderPath(width: number, height: number, period: number, lines: number): string {
  let path = "";
  for (let line = 0; line < lines; line += 1) {
    const shift = (2 * Math.PI * line) / lines;
    for (let x = 0; x <= width; x += period / 16) {
      const y = (height / 2) * (1 + Math.sin((2 * Math.PI * x) / period + shift) * 0.96);
      path += `${x === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`;
    }
  }
  return path;
}
