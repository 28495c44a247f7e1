import { Link } from "react-router";

/** Three columns under one beam. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" fill="currentColor" className={className}>
      <path d="M1 2h22v3.2H1zM1 18.8h22V22H1zM3.6 7h3.2v10H3.6zM10.4 7h3.2v10h-3.2zM17.2 7h3.2v10h-3.2z" />
    </svg>
  );
}

/** The logo as a link to the landing page. Narrow bars show only the mark; `compact` ones do so earlier. */
export function HomeLink({ compact = false }: { compact?: boolean }) {
  return (
    <Link
      to="/"
      className="inline-flex min-h-11 shrink-0 items-center gap-2.5 font-heading text-xl font-bold tracking-tight"
    >
      <LogoMark className="size-6" />
      <span className={compact ? "max-sm:sr-only md:max-lg:sr-only" : "max-[24.25rem]:sr-only"}>
        Colonnade
      </span>
    </Link>
  );
}
