import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import { classNames } from "./class-names.ts";
import { SpinnerMark } from "./spinner.tsx";

const shape =
  "inline-flex min-h-11 select-none items-center justify-center gap-2 rounded-paper py-2 text-center text-sm font-semibold leading-5 transition-[background-color,border-color,color,translate] duration-150 ease-press active:translate-y-px aria-disabled:pointer-events-none aria-disabled:opacity-55";

const tones = {
  primary: "plate px-5 bg-ink text-paper hover:bg-ink-warm",
  secondary: "border border-line bg-sheet px-5 text-ink hover:border-ink hover:bg-paper",
  quiet:
    "px-3 text-ink underline decoration-rule decoration-1 underline-offset-4 hover:decoration-seal",
  danger: "border border-seal bg-sheet px-5 text-seal hover:bg-seal hover:text-paper",
};

interface Look {
  tone?: keyof typeof tones;
  /** A small icon before the words. */
  icon?: ReactNode;
}

/**
 * A button with words. `busy` shows a spinner and ignores presses. Neither `busy` nor `disabled` takes the focus
 * away, so keyboard users keep their place.
 */
export function Button({
  tone = "primary",
  icon,
  busy = false,
  disabled = false,
  type = "button",
  className,
  onClick,
  children,
  ...rest
}: Look & { busy?: boolean } & ComponentProps<"button">) {
  const isOff = busy || disabled;
  return (
    <button
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={isOff || undefined}
      onClick={isOff ? (event) => event.preventDefault() : onClick}
      className={classNames(shape, tones[tone], className)}
      {...rest}
    >
      {busy ? <SpinnerMark /> : icon}
      {children}
    </button>
  );
}

/** A link that looks like a button: `to` within the app, `href` to another site in a new tab, or to a file to save. */
export function LinkButton({
  tone = "primary",
  icon,
  className,
  children,
  ...target
}: Look & { className?: string; children: ReactNode } & (
    | { to: string }
    | { href: string; download?: string }
  )) {
  const classes = classNames(shape, tones[tone], className);
  return "to" in target ? (
    <Link to={target.to} className={classes}>
      {icon}
      {children}
    </Link>
  ) : (
    <a
      {...target}
      target={target.download === undefined ? "_blank" : undefined}
      rel="noreferrer"
      className={classes}
    >
      {icon}
      {children}
    </a>
  );
}

/** A 44 px square with one icon; `label` says what it does. */
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
