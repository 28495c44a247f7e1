import { messages } from "@colonnade/domain/messages.ts";
import { useId } from "react";
import { Link } from "react-router";
import { classNames } from "../ui/class-names.ts";
import { useHydrating } from "../ui/hydration.ts";
import { LogoMark } from "../ui/logo.tsx";
import { ThemeToggle } from "../ui/theme.tsx";

const link =
  "inline-flex min-h-11 items-center underline decoration-transparent underline-offset-4 transition-colors hover:text-ink hover:decoration-seal";

/** The footer of every page. `spaceForBar` keeps room for the bottom bar of phones. */
export function Footer({ spaceForBar }: { spaceForBar: boolean }) {
  return (
    <footer
      className={classNames(
        "mt-auto pt-16 text-sm text-muted print:hidden",
        spaceForBar && "pb-16 md:pb-0",
      )}
    >
      <Microprint />
      <div className="page flex flex-col gap-x-8 gap-y-1 py-5 sm:flex-row sm:items-center">
        <p className="inline-flex min-h-11 items-center gap-2">
          <LogoMark className="size-4" />© <Year /> Colonnade
          <ThemeToggle />
        </p>
        <nav aria-label="Footer" className="sm:ml-auto">
          <ul className="grid grid-cols-2 gap-x-6 sm:flex">
            <li>
              <Link to="/faqs" className={link}>
                {messages.footerFaqs}
              </Link>
            </li>
            <li>
              <Link to="/contact" className={link}>
                {messages.footerContact}
              </Link>
            </li>
            <OutsideLink href="https://x.com/Stacks">Stacks on X</OutsideLink>
            <OutsideLink href="https://stacks.chat">Stacks on Discord</OutsideLink>
          </ul>
        </nav>
      </div>
    </footer>
  );
}

function OutsideLink({ href, children }: { href: string; children: string }) {
  return (
    <li>
      <a href={href} target="_blank" rel="noreferrer" className={link}>
        {children}
      </a>
    </li>
  );
}

/** The year of this device, which may differ from the year when the page was rendered. */
function Year() {
  const hydrating = useHydrating();
  return (
    <span key={hydrating ? "rendered" : "here"} suppressHydrationWarning>
      {new Date().getFullYear()}
    </span>
  );
}

/** A line from afar and words up close, as on a banknote. Decoration. */
function Microprint() {
  const id = useId();
  return (
    <svg
      aria-hidden="true"
      width="100%"
      height="5"
      className="block overflow-hidden fill-current text-muted opacity-70"
    >
      <defs>
        <pattern id={id} width="164" height="5" patternUnits="userSpaceOnUse">
          <text x="0" y="4" fontSize="3.6" textLength="164" lengthAdjust="spacingAndGlyphs">
            {"COLONNADE · WORDS SOMEBODY STANDS BEHIND · "}
          </text>
        </pattern>
      </defs>
      <rect width="100%" height="5" fill={`url(#${id})`} />
    </svg>
  );
}
