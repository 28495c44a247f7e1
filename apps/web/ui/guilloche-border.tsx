import { useId } from "react";
import { borderPath } from "./guilloche.ts";

const PERIOD = 48;
const wave = borderPath(PERIOD, 18, PERIOD, 4);

/** The running border between two parts of a page. Decoration only. */
export function GuillocheBorder() {
  const id = useId();
  return (
    <svg aria-hidden="true" width="100%" height="18" className="block text-line opacity-60">
      <defs>
        <pattern id={id} width={PERIOD} height="18" patternUnits="userSpaceOnUse">
          <path d={wave} fill="none" stroke="currentColor" strokeWidth="0.8" />
        </pattern>
      </defs>
      <rect width="100%" height="18" fill={`url(#${id})`} />
    </svg>
  );
}
