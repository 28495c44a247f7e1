import { messages } from "@colonnade/domain/messages.ts";
import { LogOut, Menu as MenuIcon } from "lucide-react";
import type { ReactNode } from "react";
import { NavLink } from "react-router";
import { useIsWatcher } from "../features/organization/watcher.ts";
import type { Viewer } from "../features/wallet/viewer.ts";
import { Address } from "../ui/address.tsx";
import { classNames } from "../ui/class-names.ts";
import { OtherThemeIcon, useOtherTheme } from "../ui/theme-choice.tsx";
import { hasPendingApproval, menuLinks } from "./navigation.ts";
import { useConnecting } from "./use-connecting.ts";
import { WaitingDot } from "./waiting-dot.tsx";

/** What a button's popoverTarget names to open the menu. */
export const MENU_ID = "site-menu";

const row =
  "flex min-h-11 w-full items-center gap-3 rounded-paper px-3 text-left text-[0.9375rem] transition-colors hover:bg-sunk";

function close() {
  document.getElementById(MENU_ID)?.hidePopover();
}

/** Everywhere one can go, and the wallet. A native popover: Esc and a press beside it close it. */
export function SiteMenu({ viewer }: { viewer: Viewer }) {
  const { disconnect } = useConnecting();
  const { isWatcher } = useIsWatcher(viewer.state === "signed-out" ? null : viewer.address);
  return (
    <>
      <button
        type="button"
        popoverTarget={MENU_ID}
        aria-label="Menu"
        className={classNames(
          "size-11 items-center justify-center rounded-paper hover:bg-sunk",
          viewer.state === "member" ? "hidden" : "inline-flex",
        )}
      >
        <MenuIcon aria-hidden="true" className="size-5" />
      </button>
      <nav
        id={MENU_ID}
        popover="auto"
        aria-label="Menu"
        className="site-menu w-72 rounded-paper border border-line bg-sheet p-2 text-ink"
      >
        {viewer.state === "signed-out" ? null : (
          <div className="mb-2 border-b border-rule px-3 pb-1">
            <Address principal={viewer.address} />
          </div>
        )}
        <ul>
          {menuLinks(viewer, isWatcher).map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <NavLink
                to={to}
                end
                onClick={close}
                className={({ isActive }) => classNames(row, isActive && "font-semibold text-seal")}
              >
                <Icon aria-hidden="true" className="size-5 text-muted" />
                {label}
                {to === "/events" && hasPendingApproval(viewer) ? <WaitingDot /> : null}
              </NavLink>
            </li>
          ))}
        </ul>
        <div className="mt-2 border-t border-rule pt-2">
          <ThemeRow />
          {viewer.state === "signed-out" ? null : (
            <MenuRow
              icon={<LogOut aria-hidden="true" className="size-5 text-muted" />}
              onClick={() => {
                close();
                disconnect();
              }}
            >
              {messages.disconnectWallet}
            </MenuRow>
          )}
        </div>
      </nav>
    </>
  );
}

function ThemeRow() {
  const { name, toggle } = useOtherTheme();
  return (
    <MenuRow icon={<OtherThemeIcon className="size-5 text-muted" />} onClick={toggle}>
      {name}
    </MenuRow>
  );
}

function MenuRow({
  icon,
  onClick,
  children,
}: {
  icon: ReactNode;
  onClick: () => void;
  children: string;
}) {
  return (
    <button type="button" onClick={onClick} className={row}>
      {icon}
      {children}
    </button>
  );
}
