import { ChevronDown } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import { FieldFrame } from "./field.tsx";

/** One of a few, in the platform's own list. */
export function SelectField({
  label,
  hint,
  error,
  ...rest
}: { label: string; hint?: ReactNode; error?: string } & ComponentProps<"select">) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <span className="relative block">
        <select
          id={id}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={
            [hint ? `${id}-hint` : "", error === undefined ? "" : `${id}-error`]
              .filter(Boolean)
              .join(" ") || undefined
          }
          className="w-full appearance-none rounded-paper border border-line bg-sheet py-2.5 pr-11 pl-4 text-base leading-6 text-ink transition-colors hover:border-ink"
          {...rest}
        />
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 right-3 my-auto size-5 text-muted"
        />
      </span>
    </FieldFrame>
  );
}
