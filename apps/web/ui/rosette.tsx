import { memo } from "react";
import { classNames } from "./class-names.ts";
import { type Rosette as Drawing, type RosetteDetail, rosette } from "./rosette-geometry.ts";

/** Rosettes drawn before: a feed shows the same people again and again. The oldest go first. */
const drawn = new Map<string, Drawing>();
/** A rosette is some kilobytes. */
const MOST_DRAWN = 300;

function draw(seed: string, detail: RosetteDetail): Drawing {
  const key = `${detail} ${seed}`;
  const cached = drawn.get(key);
  if (cached !== undefined) return cached;
  const drawing = rosette(seed, detail);
  drawn.set(key, drawing);
  const [oldest] = drawn.keys();
  if (drawn.size > MOST_DRAWN && oldest !== undefined) drawn.delete(oldest);
  return drawing;
}

/** The guilloche of an address. Decoration: the name stands beside it. */
export const Rosette = memo(function Rosette({
  seed,
  detail = "avatar",
  paper = true,
  className,
}: {
  seed: string;
  detail?: RosetteDetail;
  /** Whether its tinted paper is drawn below it. */
  paper?: boolean;
  className?: string;
}) {
  const { viewBox, background, paths } = draw(seed, detail);
  return (
    <svg
      viewBox={viewBox}
      aria-hidden="true"
      fill="none"
      className={classNames("block", className)}
      style={paper ? { backgroundColor: background } : undefined}
    >
      {paths.map(({ d, width, opacity, colour }) => (
        <path key={d} d={d} stroke={colour} strokeWidth={width} opacity={opacity} />
      ))}
    </svg>
  );
});

/** The tint of a rosette's paper. */
export const rosettePaper = (seed: string) => draw(seed, "avatar").background;
