import { type Rosette as Drawing, type RosetteDetail, rosette } from "@colonnade/domain/rosette.ts";
import { memo } from "react";
import { classNames } from "./class-names.ts";

/** A feed shows the same few people again and again; each is engraved once. */
const engraved = new Map<string, Drawing>();
/** A drawing is some kilobytes, and there is no end of people. */
const MOST_ENGRAVED = 300;

function engrave(seed: string, detail: RosetteDetail): Drawing {
  const key = `${detail} ${seed}`;
  const known = engraved.get(key);
  if (known !== undefined) return known;
  const drawing = rosette(seed, detail);
  engraved.set(key, drawing);
  const [oldest] = engraved.keys();
  if (engraved.size > MOST_ENGRAVED && oldest !== undefined) engraved.delete(oldest);
  return drawing;
}

/** The guilloche of an address. Decoration: who it stands for is said beside it. */
export const Rosette = memo(function Rosette({
  seed,
  detail = "avatar",
  paper = true,
  className,
}: {
  seed: string;
  detail?: RosetteDetail;
  /** Whether to lay its tinted paper below. */
  paper?: boolean;
  className?: string;
}) {
  const { viewBox, background, paths } = engrave(seed, detail);
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

/** The tinted paper and the ink of an address's rosette. */
export function rosetteColours(seed: string): { background: string; ink: string } {
  const { background, ink } = engrave(seed, "avatar");
  return { background, ink };
}
