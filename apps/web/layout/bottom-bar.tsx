import { NavLink } from "react-router";
import type { Viewer } from "../features/wallet/viewer.ts";
import { classNames } from "../ui/class-names.ts";
import { hasPendingApproval, isOfViewer, thumbLinks } from "./navigation.ts";
import { WaitingDot } from "./waiting-dot.tsx";

/** Where the thumb is: the bar's links on phones. */
export function BottomBar({ viewer }: { viewer: Viewer }) {
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
              <Icon aria-hidden="true" className="size-5" />
              <span className="w-full truncate text-center">{short}</span>
              {to === "/events" && hasPendingApproval(viewer) ? (
                <span className="absolute top-2 left-[calc(50%+0.625rem)]">
                  <WaitingDot />
                </span>
              ) : null}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
