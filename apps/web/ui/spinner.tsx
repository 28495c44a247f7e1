/** A turning ring beside words that say what is loading. */
export function Spinner({ children }: { children: string }) {
  return (
    <span role="status" className="inline-flex items-center gap-2 text-sm text-muted">
      <SpinnerMark />
      <span>{children}</span>
    </span>
  );
}

/** The ring without words. */
export function SpinnerMark() {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      data-waiting=""
      className="size-5 shrink-0 animate-[turn_1.1s_linear_infinite]"
      fill="none"
      stroke="currentColor"
    >
      <circle cx="12" cy="12" r="9" strokeOpacity="0.3" strokeDasharray="1 2.5" strokeWidth="2" />
      <path d="M12 3a9 9 0 0 1 9 9" strokeWidth="2" />
    </svg>
  );
}
