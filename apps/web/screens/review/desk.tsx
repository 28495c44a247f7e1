import type { ReactNode } from "react";
import { Link } from "react-router";
import { classNames } from "../../ui/class-names.ts";
import { useList } from "./use-list.ts";

/** The id of the desk's heading, where the keyboard goes on when the last card is gone. */
export const TOP = "review";

/** The watchers' desk: what it is for, and its two lists. */
export function Desk({ title, children }: { title: string; children: ReactNode }) {
  const decided = useList() === "decided";
  return (
    <div className="page max-w-5xl py-8 sm:py-12">
      <h1 id={TOP} tabIndex={-1} className="text-3xl outline-none">
        {title}
      </h1>
      <nav aria-label="Lists" className="mt-5 mb-6 flex gap-1 border-b border-rule">
        <ListLink to="/review" current={!decided}>
          To decide
        </ListLink>
        <ListLink to="/review?list=decided" current={decided}>
          Decided
        </ListLink>
      </nav>
      {children}
    </div>
  );
}

function ListLink({ to, current, children }: { to: string; current: boolean; children: string }) {
  return (
    <Link
      to={to}
      aria-current={current ? "page" : undefined}
      className={classNames(
        "-mb-px inline-flex min-h-11 items-center border-b-2 px-4 transition-colors",
        current
          ? "border-sealmark font-semibold text-ink"
          : "border-transparent text-muted hover:text-ink",
      )}
    >
      {children}
    </Link>
  );
}
