import type { ReactNode } from "react";
import { HomeLink } from "./home-link.tsx";

/** The top bar before it knows who looks at the page: same height, so that nothing moves. */
export function BarOutline({ children }: { children?: ReactNode }) {
  return (
    <header className="sticky top-0 z-30 border-b border-rule bg-paper print:hidden">
      <div className="page flex h-16 items-center gap-4">
        <HomeLink />
        {children}
      </div>
    </header>
  );
}
