import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { Outlet, useLocation } from "react-router";
import { Button } from "../ui/button.tsx";
import { HydrationMark } from "../ui/hydration.ts";
import { HomeLink } from "../ui/logo.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { lazily } from "./chunk.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Footer } from "./footer.tsx";
import { useKeptFocus, useSearchKeys } from "./keyboard.ts";

/** Lazy: the landing page has no bars, and they load the viewer and most of the domain. */
export const Bars = lazily("bars", async () => (await import("./bars.tsx")).Bars);

/** The frame of every page. The landing has no top bar. */
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
    // Screen readers start with the new page, not with the link that was pressed.
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
        <ErrorBoundary fallback={(retry) => <BarsFailed onRetry={retry} />}>
          <Suspense fallback={<BarOutline />}>
            <Bars />
            <HydrationMark part="bars" />
          </Suspense>
        </ErrorBoundary>
      )}
      {/* At least a window high, so that the footer never jumps into view. */}
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        className="min-h-[calc(100dvh-4.0625rem)] outline-none"
      >
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<ScreenLoading />}>
            <Outlet />
            <HydrationMark part="screen" />
          </Suspense>
        </ErrorBoundary>
      </main>
      <TitleAnnouncer />
      <Footer spaceForBar={pathname !== "/"} />
    </div>
  );
}

/** The top bar while its code loads: of the same height, so that nothing moves. */
function BarOutline({ children }: { children?: ReactNode }) {
  return (
    <header className="sticky top-0 z-30 border-b border-rule bg-paper print:hidden">
      <div className="page flex h-16 items-center gap-4">
        <HomeLink />
        {children}
      </div>
    </header>
  );
}

function BarsFailed({ onRetry }: { onRetry: () => void }) {
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

/** Keeps the footer out of view while a screen's code loads. The spinner appears only after a moment. */
function ScreenLoading() {
  return (
    <div className="flex min-h-dvh items-start justify-center pt-24">
      <span className="animate-[appear_0.2s_0.6s_both]">
        <Spinner>Loading</Spinner>
      </span>
    </div>
  );
}

/** Announces the title of a new page to screen readers. */
function TitleAnnouncer() {
  const [title, setTitle] = useState("");
  useEffect(() => {
    let last = document.title;
    const watch = new MutationObserver(() => {
      if (document.title === last) return;
      last = document.title;
      setTitle(last);
    });
    watch.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => watch.disconnect();
  }, []);
  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  );
}
