import type { ReactNode } from "react";

/** A wall of cards: as many beside one another as there is room for. */
export function Gallery({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <ul
      aria-label={label}
      className="grid grid-cols-1 gap-4 min-[28rem]:grid-cols-2 md:grid-cols-3 xl:grid-cols-4 xl:gap-5 print:grid-cols-1 print:gap-[5mm]"
    >
      {children}
    </ul>
  );
}
