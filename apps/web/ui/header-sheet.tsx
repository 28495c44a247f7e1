import type { ReactNode } from "react";
import { Rosette, rosettePaper } from "./rosette.tsx";

/** The colour of the plate: the rosette's paper, or in the dark theme a dark sheet with a trace of it. */
const tint = (paper: string) => `light-dark(${paper}, color-mix(in srgb, ${paper} 9%, #14130f))`;

/** The header of a profile or an organization: portrait and name before a plate with their rosette. */
export function HeaderSheet({
  seed,
  eyebrow,
  portrait,
  name,
  children,
  action,
}: {
  /** What the rosette is drawn from. */
  seed: string;
  eyebrow?: ReactNode;
  portrait: ReactNode;
  name: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <header className="relative overflow-hidden border-b border-rule bg-sheet print:border-b-2 print:border-double">
      <div
        aria-hidden="true"
        className="header-plate absolute inset-y-0 right-0 w-full lg:w-[56%] print:inset-y-auto print:top-0 print:h-[88mm] print:w-full"
        style={{ backgroundColor: tint(rosettePaper(seed)) }}
      >
        <Rosette
          seed={seed}
          detail="header"
          paper={false}
          className="header-engraving absolute top-1/2 right-[-16rem] size-[40rem] -translate-y-1/2 sm:right-[-20rem] sm:size-[52rem] lg:right-[-8rem] print:inset-x-0 print:top-[47mm] print:mx-auto print:size-[150mm]"
        />
      </div>
      <div className="page relative flex min-h-[18rem] flex-col justify-end gap-6 py-8 lg:min-h-[20rem] lg:py-10 print:min-h-0 print:pt-[30mm] print:pb-[8mm]">
        {eyebrow}
        <div className="flex flex-col gap-5 lg:flex-row lg:items-end lg:gap-7">
          <div className="flex min-w-0 flex-col gap-5 sm:flex-row sm:items-end sm:gap-7 print:flex-col print:items-center print:gap-4 print:text-center">
            <span className="self-start rounded-full sm:self-end print:self-center">
              {portrait}
            </span>
            <div className="flex min-w-0 flex-col gap-2 lg:max-w-[33rem] xl:max-w-[36rem] print:max-w-none print:items-center">
              <div className="min-w-0">{name}</div>
              <div className="flex flex-col gap-2 sm:max-lg:max-w-[calc(72vw-11.5rem)] print:max-w-none print:items-center">
                {children}
              </div>
            </div>
          </div>
          {action ? (
            // On a line of its own, or at the right edge: actions that appear later move nothing.
            <div className="flex flex-wrap gap-3 lg:shrink-0 lg:grow lg:flex-row-reverse print:hidden">
              {action}
            </div>
          ) : null}
        </div>
      </div>
    </header>
  );
}
