import { Suspense, useEffect, useRef } from "react";
import { Outlet, useLocation } from "react-router";
import { Button } from "../ui/button.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { Awake } from "./awake.ts";
import { BarOutline } from "./bar-outline.tsx";
import { lazily } from "./chunk.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Footer } from "./footer.tsx";
import { PageAnnouncer } from "./page-announcer.tsx";
import { useSearchKeys } from "./search-call.ts";
import { useKeptFocus } from "./use-kept-focus.ts";

/** The bars know who looks at the page, and with that most of the domain: the landing does without. */
export const Bars = lazily("bars", async () => (await import("./bars.tsx")).Bars);

/** What every page stands in. The landing has no top bar. */
export function PageLayout() {
  const { pathname } = useLocation();
  useSearchKeys();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useKeptFocus(main);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    window.scrollTo(0, 0);
    // Who listens to the page starts reading the new one, not the link just pressed.
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only z-50 rounded-paper bg-ink px-4 py-3 text-paper focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      {pathname === "/" ? null : (
        <ErrorBoundary fallback={(retry) => <NoBars onRetry={retry} />}>
          <Suspense fallback={<BarOutline />}>
            <Bars />
            <Awake part="bars" />
          </Suspense>
        </ErrorBoundary>
      )}
      {/* A screen high at least, so that no short page lets the footer jump into view. */}
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        className="min-h-[calc(100dvh-4.0625rem)] outline-none"
      >
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<ScreenLoading />}>
            <Outlet />
            <Awake part="screen" />
          </Suspense>
        </ErrorBoundary>
      </main>
      <PageAnnouncer />
      <Footer spaceForBar={pathname !== "/"} />
    </div>
  );
}

function NoBars({ onRetry }: { onRetry: () => void }) {
  return (
    <BarOutline>
      <p role="alert" className="ml-auto text-sm text-muted">
        The menu could not be loaded.
      </p>
      <Button tone="secondary" onClick={onRetry}>
        Try again
      </Button>
    </BarOutline>
  );
}

/** Keeps the footer away while a screen's code is on its way; says so when that takes long. */
function ScreenLoading() {
  return (
    <div className="flex min-h-dvh items-start justify-center pt-24">
      <span className="animate-[appear_0.2s_0.6s_both]">
        <Spinner>Loading</Spinner>
      </span>
    </div>
  );
}
