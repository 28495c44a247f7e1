import type { ReactNode } from "react";

/** What drawings are drawn on. Decoration: what they mean is said beside them. */
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
