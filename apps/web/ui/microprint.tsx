import { useId } from "react";

/** A line that is a line from afar and words up close, as on a banknote. Decoration only. */
export function Microprint() {
  const id = useId();
  return (
    <svg
      aria-hidden="true"
      width="100%"
      height="5"
      className="block overflow-hidden fill-current text-muted opacity-70"
    >
      <defs>
        <pattern id={id} width="164" height="5" patternUnits="userSpaceOnUse">
          <text x="0" y="4" fontSize="3.6" textLength="164" lengthAdjust="spacingAndGlyphs">
            {"COLONNADE · WORDS SOMEBODY STANDS BEHIND · "}
          </text>
        </pattern>
      </defs>
      <rect width="100%" height="5" fill={`url(#${id})`} />
    </svg>
  );
}
