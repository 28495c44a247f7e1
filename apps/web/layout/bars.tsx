import { Suspense } from "react";
import { NavLink } from "react-router";
import { useStoredProfile, useViewer, type Viewer } from "../features/profile/viewer.ts";
import { classNames } from "../ui/class-names.ts";
import { useIdle } from "../ui/hydration.ts";
import { HomeLink } from "../ui/logo.tsx";
import { lazily } from "./chunk.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { barLinks, isOfViewer, thumbLinks, WaitingDot } from "./navigation.tsx";
import { SiteMenu } from "./site-menu.tsx";
import { TransactionWatch } from "./transaction-watch.tsx";
import { useLiveRefresh } from "./use-live-refresh.ts";
import { ViewerCorner } from "./viewer-corner.tsx";

const UpdatedLine = lazily(
  "updated-line",
  async () => (await import("./updated-line.tsx")).UpdatedLine,
);

/** The top bar, the bottom bar of phones, and what listens to the service and to sent transactions. */
export function Bars() {
  const viewer = useViewer();
  useStoredProfile(viewer);
  useLiveRefresh();
  const idle = useIdle();
  return (
    <>
      <TopBar viewer={viewer} />
      {idle ? (
        <ErrorBoundary fallback={() => null}>
          <Suspense fallback={null}>
            <UpdatedLine />
          </Suspense>
        </ErrorBoundary>
      ) : null}
      <BottomBar viewer={viewer} />
      <TransactionWatch />
    </>
  );
}

function TopBar({ viewer }: { viewer: Viewer }) {
  return (
    <header className="sticky top-0 z-30 border-b border-rule bg-paper print:hidden">
      <div className="page flex h-16 items-center gap-4 lg:gap-10">
        <HomeLink compact={viewer.state === "pending"} />
        <nav aria-label="Main" className="hidden h-full md:block">
          <ul className="flex h-full items-stretch gap-1">
            {barLinks.map(({ to, label }) => (
              <li key={to} className="flex">
                <NavLink
                  to={to}
                  className={({ isActive }) =>
                    classNames(
                      "-mb-px inline-flex items-center gap-2 whitespace-nowrap border-b-2 px-3 text-[0.9375rem] transition-colors",
                      isActive
                        ? "border-sealmark font-semibold text-ink"
                        : "border-transparent text-muted hover:text-ink",
                    )
                  }
                >
                  {label}
                  <WaitingDot to={to} viewer={viewer} />
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="of-viewer flex min-w-0 grow items-center justify-end gap-1">
          <ViewerCorner viewer={viewer} />
          <SiteMenu viewer={viewer} />
        </div>
      </div>
    </header>
  );
}

/** The links of a phone, within reach of the thumb. */
function BottomBar({ viewer }: { viewer: Viewer }) {
  return (
    <nav
      aria-label="Quick"
      className="fixed inset-x-0 bottom-0 z-30 border-t border-rule bg-paper pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      <ul className="grid grid-cols-5">
        {thumbLinks(viewer).map(({ to, label, short = label, icon: Icon }) => (
          <li key={to} className={isOfViewer(to) ? "of-viewer" : undefined}>
            <NavLink
              to={to}
              end
              className={({ isActive }) =>
                classNames(
                  "relative -mt-px flex h-14 flex-col items-center justify-center gap-1 border-t-2 text-[0.6875rem] leading-none",
                  isActive
                    ? "border-sealmark font-semibold text-ink"
                    : "border-transparent text-muted",
                )
              }
            >
              <Icon className="size-5" />
              <span className="w-full truncate text-center">{short}</span>
              <span className="absolute top-2 left-[calc(50%+0.625rem)]">
                <WaitingDot to={to} viewer={viewer} />
              </span>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
