import { Menu as Base } from "@base-ui/react/menu";
import type { ReactElement, ReactNode } from "react";

/** A list of things to do, behind a button. `trigger` is that button; it must pass its props on. */
export function Menu({ trigger, children }: { trigger: ReactElement; children: ReactNode }) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="z-50" align="end" sideOffset={6}>
          <Base.Popup className="min-w-48 rounded-paper border border-line bg-sheet p-1 text-ink outline-none">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** One thing to do. */
export function MenuItem({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Base.Item
      onClick={onClick}
      className="flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-paper px-3 text-sm outline-none data-[highlighted]:bg-sunk"
    >
      {children}
    </Base.Item>
  );
}
