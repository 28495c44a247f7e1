import { NavLink } from "react-router";
import type { Viewer } from "../features/wallet/viewer.ts";
import { classNames } from "../ui/class-names.ts";
import { HomeLink } from "./home-link.tsx";
import { barLinks, hasPendingApproval } from "./navigation.ts";
import { SiteMenu } from "./site-menu.tsx";
import { ViewerCorner } from "./viewer-corner.tsx";
import { WaitingDot } from "./waiting-dot.tsx";

/** The bar on top of every page but the landing. */
export function Header({ viewer }: { viewer: Viewer }) {
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
                  {to === "/events" && hasPendingApproval(viewer) ? <WaitingDot /> : null}
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
