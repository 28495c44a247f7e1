import type { ReactNode } from "react";
import { Drawing } from "./drawing.tsx";

/** Says why there is nothing to show: one drawing, a title and one action. */
export function EmptyState({
  title,
  children,
  action,
  drawing = <EmptyColonnade />,
  heading: Heading = "h2",
}: {
  title: string;
  /** One more sentence. */
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

const flutes = (x: number) => [6, 12, 18].map((step) => `M${x + step} 46v62`).join("");

/** One column and the outlines of two more: nothing is here yet. */
function EmptyColonnade() {
  return (
    <Drawing>
      <path d="M10 122h180M16 116h168M22 28h156M14 22h172M14 22l86-16 86 16" />
      <path d={`M30 46h24v62H30zM26 40h32v6H26zM26 108h32v8H26z${flutes(30)}`} />
      <path
        strokeDasharray="3 3"
        d="M88 46h24v62H88zM84 40h32v6H84zM84 108h32v8H84zM146 46h24v62h-24zM142 40h32v6h-32zM142 108h32v8h-32z"
      />
      <path
        className="text-seal"
        stroke="currentColor"
        d="M100 66v22M89 77h22"
        strokeWidth="1.75"
      />
    </Drawing>
  );
}

/** A loupe over fine lines: the search found nothing. */
export function Loupe() {
  const waves = Array.from({ length: 9 }, (_, line) => {
    const y = 40 + line * 7;
    return `M20 ${y}q10-8 20 0t20 0 20 0 20 0 20 0 20 0 20 0 20 0`;
  }).join("");
  return (
    <Drawing>
      <path d={waves} strokeWidth="0.7" opacity="0.6" />
      <circle cx="96" cy="64" r="34" fill="var(--color-paper)" strokeWidth="2" />
      <circle cx="96" cy="64" r="29" strokeDasharray="1 3" />
      <path d="m120 89 34 34" strokeWidth="6" />
      <path className="text-seal" stroke="currentColor" d="M84 64h24" strokeWidth="1.75" />
    </Drawing>
  );
}

/** A stamp above a sheet: there is work to do. */
export function RaisedStamp() {
  return (
    <Drawing>
      <path d="M30 104h140v22H30z" />
      <path d="M44 112h52M44 118h36" opacity="0.6" />
      <path d="M108 82h52v10h-52zM116 70h36v12h-36zM126 70V46a8 8 0 1 1 16 0v24" />
      <path
        strokeDasharray="3 3"
        d="M118 92v12M134 92v12M150 92v12"
        className="text-seal"
        stroke="currentColor"
      />
    </Drawing>
  );
}
