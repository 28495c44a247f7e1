import type { ReactNode } from "react";
import { EmptyColonnade } from "./drawings.tsx";

/** Nothing is here: one drawing, why, and one thing to do about it. */
export function EmptyState({
  title,
  children,
  action,
  drawing = <EmptyColonnade />,
  heading: Heading = "h2",
}: {
  title: string;
  /** A sentence more, where one helps. */
  children?: ReactNode;
  /** One button or link. */
  action?: ReactNode;
  drawing?: ReactNode;
  heading?: "h1" | "h2" | "h3";
}) {
  return (
    <div className="flex flex-col items-center gap-4 px-6 py-12 text-center">
      {drawing}
      <Heading className="max-w-md text-xl first-letter:uppercase">{title}</Heading>
      {children ? <div className="max-w-md text-balance text-muted">{children}</div> : null}
      {action}
    </div>
  );
}
