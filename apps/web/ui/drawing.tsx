import type { ReactNode } from "react";

/** The frame of a line drawing. Drawings are decoration: the words beside them say the same. */
export function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 200 140"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.25"
      className="h-36 w-auto text-muted"
    >
      {children}
    </svg>
  );
}

/** Torn paper: something did not load. Only this drawing is in the entry; the others are in empty-state.tsx. */
export function TornSheet() {
  return (
    <Drawing>
      <path d="M34 18h58l-5 10 6 9-7 10 6 10-6 9 7 10-6 10 6 10-7 9 5 10H34z" />
      <path d="M112 26h58v104h-58l-5-9 7-10-6-9 6-10-7-10 6-10-6-9 7-10-6-9 4-9" />
      <path d="M46 36h28M46 48h34M46 60h24M126 46h30M126 58h34M126 70h22" opacity="0.6" />
      <path
        className="text-seal"
        stroke="currentColor"
        d="M134 98l16 16M150 98l-16 16"
        strokeWidth="1.75"
      />
    </Drawing>
  );
}
