import type { ReactNode } from "react";

/** Words for those who listen to the page, without a place on it. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="sr-only">{children}</span>;
}
