import { useId } from "react";
import { SPLINE_REACH, spline } from "./rosette-geometry.ts";

/** A ring of engraved thread that swings between two edges, which swell like petals. Lengths in view box units. */
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
/** Path units in one view box unit, so that whole numbers draw a smooth line. */
export const FINENESS = 4;

/** The SVG path of a band around the origin: one closed thread, in units of 1/FINENESS. */
export function threadPath({ inner, outer, swings, petals, swell, curl }: Band): string {
  const middle = (inner + outer) / 2;
  const reach = (outer - inner) / 2 / SPLINE_REACH;
  const points = Array.from({ length: swings * STEPS }, (_, index) => {
    const swing = (2 * Math.PI * index) / STEPS;
    const turn = swing / swings;
    const radius = FINENESS * (middle + reach * Math.cos(swing) + swell * Math.cos(petals * turn));
    const angle = turn + (curl / swings) * Math.sin(swing);
    return [radius * Math.cos(angle), radius * Math.sin(angle)] as const;
  });
  return spline(points);
}

const BORDER = { height: 18, period: 48, waves: 4 };

/** One period of crossing waves, each shifted against the last. */
function borderPath(): string {
  const { height, period, waves } = BORDER;
  let path = "";
  for (let wave = 0; wave < waves; wave += 1) {
    const shift = (2 * Math.PI * wave) / waves;
    for (let x = 0; x <= period; x += period / 16) {
      const y = (height / 2) * (1 + Math.sin((2 * Math.PI * x) / period + shift) * 0.96);
      path += `${x === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`;
    }
  }
  return path;
}

/** The border of crossing waves between two parts of a page. Decoration. */
export function GuillocheBorder() {
  const id = useId();
  const { height, period } = BORDER;
  return (
    <svg aria-hidden="true" width="100%" height={height} className="block text-line opacity-60">
      <defs>
        <pattern id={id} width={period} height={height} patternUnits="userSpaceOnUse">
          <path d={borderPath()} fill="none" stroke="currentColor" strokeWidth="0.8" />
        </pattern>
      </defs>
      <rect width="100%" height={height} fill={`url(#${id})`} />
    </svg>
  );
}
