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

const STEPS = 12;

/** The SVG path of a band around the origin: one closed thread. */
export function threadPath({ inner, outer, swings, petals, swell, curl }: Band): string {
  const middle = (inner + outer) / 2;
  const reach = (outer - inner) / 2;
  const count = swings * STEPS;
  let path = "";
  for (let index = 0; index < count; index += 1) {
    const swing = (2 * Math.PI * index) / STEPS;
    const turn = swing / swings;
    const radius = middle + reach * Math.cos(swing) + swell * Math.cos(petals * turn);
    const angle = turn + (curl / swings) * Math.sin(swing);
    const x = Math.round(radius * Math.cos(angle));
    const y = Math.round(radius * Math.sin(angle));
    path += `${index === 0 ? "M" : "L"}${x} ${y}`;
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
