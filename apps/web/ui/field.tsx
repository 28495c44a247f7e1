import { countCodePoints } from "@colonnade/domain/text.ts";
import { ChevronDown } from "lucide-react";
import { type ComponentProps, type ReactNode, useEffect, useId, useState } from "react";
import { classNames } from "./class-names.ts";

const box =
  "w-full rounded-paper border bg-sheet px-4 py-2.5 text-base leading-6 text-ink transition-colors placeholder:text-muted read-only:bg-sunk disabled:opacity-60";

const borderOf = (error: string | undefined) =>
  error === undefined ? "border-line not-read-only:hover:border-ink" : "border-seal";

interface FieldProps {
  label: string;
  /** What is wrong with the value; shown and announced. */
  error?: string | undefined;
  /** A line of help under the label. */
  hint?: ReactNode;
}

/** The frame of every field: label, help, the control and its error. */
export function FieldFrame({
  id,
  label,
  hint,
  error,
  counter,
  required,
  children,
}: FieldProps & {
  id: string;
  counter?: ReactNode;
  required?: boolean | undefined;
  children: ReactNode;
}) {
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="caps text-ink">
          {label}
          {required ? (
            <span aria-hidden="true" className="text-seal">
              {" *"}
            </span>
          ) : null}
        </label>
        {counter}
      </div>
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      ) : null}
      {children}
      <p id={`${id}-error`} role="alert" className="min-h-5 text-sm font-medium text-seal">
        {error}
      </p>
    </div>
  );
}

/** What a control in a FieldFrame needs, so that screen readers find its help and its error. */
export function describedBy(id: string, hint: ReactNode, error: string | undefined) {
  return {
    id,
    "aria-invalid": error === undefined ? undefined : true,
    "aria-describedby":
      [hint ? `${id}-hint` : "", error === undefined ? "" : `${id}-error`]
        .filter(Boolean)
        .join(" ") || undefined,
  };
}

/** One line of text. Takes the props of react-hook-form's `register`. */
export function TextField({
  label,
  error,
  hint,
  className,
  ...rest
}: FieldProps & ComponentProps<"input">) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} required={rest.required}>
      <input
        dir="auto"
        {...describedBy(id, hint, error)}
        className={classNames(box, borderOf(error), className)}
        {...rest}
        required={undefined}
        aria-required={rest.required}
      />
    </FieldFrame>
  );
}

/**
 * Several lines of text. `limit` shows a counter of code points, which is what the contract counts.
 * Takes the props of react-hook-form's `register`.
 */
export function TextArea({
  label,
  error,
  hint,
  limit,
  className,
  onChange,
  rows = 5,
  ...rest
}: FieldProps & { limit?: number } & ComponentProps<"textarea">) {
  const id = useId();
  const initial = rest.value ?? rest.defaultValue;
  const [typed, setTyped] = useState(typeof initial === "string" ? initial : "");
  const text = typeof rest.value === "string" ? rest.value : typed;
  // The field may hold text that was typed before hydration, or that its form has set.
  useEffect(() => {
    const field = document.getElementById(id);
    if (field instanceof HTMLTextAreaElement) setTyped(field.value);
  });
  return (
    <FieldFrame
      id={id}
      label={label}
      hint={hint}
      error={error}
      required={rest.required}
      counter={limit === undefined ? null : <Counter count={countCodePoints(text)} limit={limit} />}
    >
      <textarea
        dir="auto"
        {...describedBy(id, hint, error)}
        rows={rows}
        className={classNames(box, "resize-y", borderOf(error), className)}
        {...rest}
        required={undefined}
        aria-required={rest.required}
        onChange={(event) => {
          setTyped(event.target.value);
          return onChange?.(event);
        }}
      />
    </FieldFrame>
  );
}

function Counter({ count, limit }: { count: number; limit: number }) {
  const over = count > limit;
  return (
    <span className={classNames("font-mono text-xs", over ? "font-bold text-seal" : "text-muted")}>
      <span aria-hidden="true">
        {count}/{limit}
      </span>
      {/* Announced only near the limit: otherwise every key would be read out. */}
      <span className="sr-only" aria-live="polite">
        {count > limit - 50 ? `${limit - count} characters left` : ""}
      </span>
    </span>
  );
}

/** A choice of a few, in the platform's own list. */
export function SelectField({
  label,
  hint,
  error,
  ...rest
}: FieldProps & ComponentProps<"select">) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <span className="relative block">
        <select
          {...describedBy(id, hint, error)}
          className="w-full appearance-none rounded-paper border border-line bg-sheet py-2.5 pr-11 pl-4 text-base leading-6 text-ink transition-colors hover:border-ink"
          {...rest}
        />
        <ChevronDown className="pointer-events-none absolute inset-y-0 right-3 my-auto size-5 text-muted" />
      </span>
    </FieldFrame>
  );
}
