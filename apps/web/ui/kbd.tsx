/** A key to press. */
export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="inline-flex min-w-6 items-center justify-center rounded-paper border border-rule bg-paper px-1.5 py-0.5 font-mono text-xs text-muted">
      {children}
    </kbd>
  );
}
