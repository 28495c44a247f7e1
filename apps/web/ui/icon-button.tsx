import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.ts";

/** A 44 px square with one drawing; `label` says what it does. */
export function IconButton({
  label,
  children,
  className,
  ...rest
}: { label: string; children: ReactNode } & Omit<ComponentProps<"button">, "aria-label">) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={classNames(
        "inline-flex size-11 shrink-0 items-center justify-center rounded-paper text-muted transition-colors hover:bg-sunk hover:text-ink",
        className,
      )}
      {...rest}
    >
      {children}
    </button>
  );
}
