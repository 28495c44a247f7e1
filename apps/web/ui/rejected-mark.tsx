/** A seal broken across: something was turned down. */
export function RejectedMark({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 40 40"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      className={className}
    >
      <circle cx="20" cy="20" r="18" strokeWidth="1.4" strokeDasharray="3 1.7" />
      <circle cx="20" cy="20" r="14" strokeWidth="1" strokeDasharray="0.8 1.6" />
      <path d="m14.5 14.5 11 11M25.5 14.5l-11 11" strokeWidth="2.6" strokeLinecap="square" />
    </svg>
  );
}
