import { messages } from "@colonnade/domain/messages.ts";
import { Link } from "react-router";
import { classNames } from "../ui/class-names.ts";
import { useHydrating } from "../ui/hydrating.ts";
import { LogoMark } from "../ui/logo.tsx";
import { Microprint } from "../ui/microprint.tsx";
import { ThemeToggle } from "../ui/theme-toggle.tsx";

const link =
  "inline-flex min-h-11 items-center underline decoration-transparent underline-offset-4 transition-colors hover:text-ink hover:decoration-seal";

/** The end of every page; on phones with a place below it for the bottom bar. */
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
            <li>
              <a href="https://x.com/Stacks" target="_blank" rel="noreferrer" className={link}>
                Stacks on X
              </a>
            </li>
            <li>
              <a href="https://stacks.chat" target="_blank" rel="noreferrer" className={link}>
                Stacks on Discord
              </a>
            </li>
          </ul>
        </nav>
      </div>
    </footer>
  );
}

/** The device's own, whichever it was where and when the page was rendered. */
function Year() {
  const hydrating = useHydrating();
  return (
    <span key={hydrating ? "rendered" : "here"} suppressHydrationWarning>
      {new Date().getFullYear()}
    </span>
  );
}
