import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

const edges = { plain: "border-rule", pending: "border-pending", alert: "border-seal" };

/** A sheet of paper with a hairline; `tone` colours it where the sheet is about what waits, or went wrong. */
export function Card({
  as: Element = "section",
  tone = "plain",
  className,
  children,
  ...rest
}: {
  as?: "section" | "article" | "div" | "aside";
  tone?: keyof typeof edges;
  className?: string;
  children: ReactNode;
  "aria-label"?: string;
  "aria-labelledby"?: string | undefined;
}) {
  return (
    <Element
      className={classNames("rounded-paper border bg-sheet", edges[tone], className)}
      {...rest}
    >
      {children}
    </Element>
  );
}
