import type { HTMLAttributes, ReactNode } from "react";
import { classNames } from "./class-names.ts";

const edges = { plain: "border-rule", pending: "border-pending", alert: "border-seal" };

/** A sheet of paper with a hairline edge. `tone` colours the edge of what waits or has failed. */
export function Card({
  as: Element = "section",
  tone = "plain",
  className,
  ...rest
}: {
  as?: "section" | "article" | "div";
  tone?: keyof typeof edges;
} & HTMLAttributes<HTMLElement>) {
  return (
    <Element
      className={classNames("rounded-paper border bg-sheet", edges[tone], className)}
      {...rest}
    />
  );
}

/** A wall of cards: as many side by side as fit. */
export function Gallery({ children }: { children: ReactNode }) {
  return (
    <ul className="grid grid-cols-1 gap-4 min-[28rem]:grid-cols-2 md:grid-cols-3 xl:grid-cols-4 xl:gap-5 print:grid-cols-1 print:gap-[5mm]">
      {children}
    </ul>
  );
}
