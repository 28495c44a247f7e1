import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

/** A sheet of paper with a hairline. */
export function Card({
  as: Element = "section",
  className,
  children,
  ...rest
}: {
  as?: "section" | "article" | "div" | "aside";
  className?: string;
  children: ReactNode;
  "aria-label"?: string;
  "aria-labelledby"?: string;
}) {
  return (
    <Element
      className={classNames("rounded-paper border border-rule bg-sheet", className)}
      {...rest}
    >
      {children}
    </Element>
  );
}
