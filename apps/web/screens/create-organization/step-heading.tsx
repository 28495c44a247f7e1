import { useEffect, useRef } from "react";

/** The head of one of the two steps. `isArrival` puts the keyboard there: the step before has just gone. */
export function StepHeading({
  step,
  isArrival,
  children,
}: {
  step: 1 | 2;
  isArrival: boolean;
  children: string;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isArrival) heading.current?.focus();
  }, [isArrival]);
  return (
    <h2
      ref={heading}
      tabIndex={-1}
      className="flex scroll-mt-24 items-baseline gap-3 text-xl outline-none"
    >
      <span className="font-mono text-sm font-normal text-muted">
        <span className="sr-only">Step </span>
        {step}/2
      </span>
      {children}
    </h2>
  );
}
