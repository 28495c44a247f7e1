import type { ReactNode } from "react";
import { Rosette, rosetteColours } from "./rosette.tsx";

/** The plate's paper: a breath of it is left on dark. */
const tint = (paper: string) => `light-dark(${paper}, color-mix(in srgb, ${paper} 9%, #14130f))`;

/** The head of a page about somebody: their rosette as a plate behind their portrait and name. */
export function HeaderSheet({
  seed,
  eyebrow,
  portrait,
  name,
  children,
  action,
}: {
  /** What the plate is engraved from. */
  seed: string;
  eyebrow?: ReactNode;
  portrait: ReactNode;
  name: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <header className="relative overflow-hidden border-b border-rule bg-sheet">
      <div
        aria-hidden="true"
        className="header-plate absolute inset-y-0 right-0 w-full lg:w-[56%]"
        style={{ backgroundColor: tint(rosetteColours(seed).background) }}
      >
        <Rosette
          seed={seed}
          detail="header"
          paper={false}
          className="header-engraving absolute top-1/2 right-[-16rem] size-[40rem] -translate-y-1/2 sm:right-[-8rem] sm:size-[52rem]"
        />
      </div>
      <div className="page relative flex min-h-[18rem] flex-col justify-end gap-6 py-8 lg:min-h-[20rem] lg:py-10">
        {eyebrow}
        <div className="flex flex-col gap-5 sm:flex-row sm:items-end sm:gap-7">
          <span className="self-start rounded-full sm:self-end">{portrait}</span>
          <div className="flex min-w-0 flex-col gap-2 lg:max-w-[36rem]">
            <div className="min-w-0">{name}</div>
            {children}
          </div>
          {action ? <div className="sm:ml-auto sm:self-end">{action}</div> : null}
        </div>
      </div>
    </header>
  );
}
