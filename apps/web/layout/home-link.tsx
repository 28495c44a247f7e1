import { Link } from "react-router";
import { LogoMark } from "../ui/logo.tsx";

/** The logo, which leads to the landing page; where there is little room, and with `compact` earlier, only its mark. */
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
