import { memo, useEffect, useState } from "react";
import { type Band, FINENESS, threadPath } from "../../ui/guilloche.tsx";
import { whenIdle } from "../../ui/hydration.ts";

interface Ring {
  name: string;
  band: Band;
  /** Gradient from left to right, each colour for the light and the dark theme. */
  inks: [from: string, to: string];
  /** Which way it turns. */
  turn: 1 | -1;
}

const rings: Ring[] = [
  {
    name: "crimson",
    band: { inner: 306, outer: 452, swings: 221, petals: 17, swell: 18, curl: 11 },
    inks: ["light-dark(#8e1b3f, #e5769a)", "light-dark(#c8431b, #ff8355)"],
    turn: -1,
  },
  {
    name: "blue",
    band: { inner: 470, outer: 690, swings: 289, petals: 17, swell: 26, curl: 13 },
    inks: ["light-dark(#0d7390, #58bcd6)", "light-dark(#2b2f93, #8f96f2)"],
    turn: 1,
  },
  {
    name: "gold",
    band: { inner: 706, outer: 852, swings: 340, petals: 17, swell: 24, curl: 15 },
    inks: ["light-dark(#c18a17, #e0b14d)", "light-dark(#b4540f, #e08a4a)"],
    turn: -1,
  },
  {
    name: "outermost",
    band: { inner: 868, outer: 990, swings: 391, petals: 17, swell: 22, curl: 17 },
    inks: ["light-dark(#2f7d5b, #4fae85)", "light-dark(#0e5a78, #5fb0d3)"],
    turn: 1,
  },
];

/** The engraving behind the headline: four rings of thread that turn against each other on scroll. */
export function HeroEngraving() {
  // One ring at a time, while the browser is idle: drawing one takes long.
  const [cut, setCut] = useState(1);
  useEffect(() => (cut < rings.length ? whenIdle(() => setCut(cut + 1)) : undefined), [cut]);
  return (
    <div aria-hidden="true" className="absolute inset-0">
      {rings.slice(0, cut).map((ring) => (
        <TurningRing key={ring.name} ring={ring} />
      ))}
    </div>
  );
}

const TurningRing = memo(function TurningRing({ ring }: { ring: Ring }) {
  const { name, band, inks, turn } = ring;
  const [from, to] = inks;
  const edge = 1024 * FINENESS;
  return (
    <div className={`engraving absolute inset-0 ${turn < 0 ? "backwards" : ""}`}>
      <svg
        aria-hidden="true"
        viewBox={`${-edge} ${-edge} ${2 * edge} ${2 * edge}`}
        fill="none"
        className="scroll-turn size-full"
      >
        <defs>
          <linearGradient
            id={`ink-${name}`}
            gradientUnits="userSpaceOnUse"
            x1={-band.outer * FINENESS}
            x2={band.outer * FINENESS}
            y1={(-band.outer / 2) * FINENESS}
            y2={(band.outer / 2) * FINENESS}
          >
            <stop style={{ stopColor: from }} />
            <stop offset="1" style={{ stopColor: to }} />
          </linearGradient>
        </defs>
        <path d={threadPath(band)} stroke={`url(#ink-${name})`} strokeWidth={2.1 * FINENESS} />
      </svg>
    </div>
  );
});
