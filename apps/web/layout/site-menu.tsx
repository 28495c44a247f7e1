import { messages } from "@colonnade/domain/messages.ts";
import { LogOut, Menu as MenuIcon, MonitorX } from "lucide-react";
import type { ComponentProps } from "react";
import { NavLink } from "react-router";
import { useIsWatcher } from "../features/organization/query.ts";
import { useViewerAddress, type Viewer } from "../features/profile/viewer.ts";
import { classNames } from "../ui/class-names.ts";
import { Address } from "../ui/name.tsx";
import { ThemeSwitchIcon, useThemeSwitch } from "../ui/theme.tsx";
import { menuLinks, WaitingDot } from "./navigation.tsx";
import { useConnecting } from "./wallet-actions.tsx";

/** The `popoverTarget` of a button that opens the menu. */
export const MENU_ID = "site-menu";

const row =
  "flex min-h-11 w-full items-center gap-3 rounded-paper px-3 text-left text-[0.9375rem] transition-colors hover:bg-sunk";

function close() {
  document.getElementById(MENU_ID)?.hidePopover();
}

/** The menu: all destinations, the theme and disconnecting. A native popover: Esc and a press outside close it. */
export function SiteMenu({ viewer }: { viewer: Viewer }) {
  const { disconnect, signOutEverywhere } = useConnecting();
  const { name, toggle } = useThemeSwitch();
  const { data: isWatcher } = useIsWatcher(useViewerAddress());
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
        <MenuIcon className="size-5" />
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
                <Icon className="size-5 text-muted" />
                {label}
                <WaitingDot to={to} viewer={viewer} />
              </NavLink>
            </li>
          ))}
        </ul>
        <div className="mt-2 border-t border-rule pt-2">
          <MenuRow onClick={toggle}>
            <ThemeSwitchIcon className="size-5 text-muted" />
            {name}
          </MenuRow>
          {viewer.state === "signed-out" ? null : (
            <>
              <MenuRow
                onClick={() => {
                  close();
                  disconnect();
                }}
              >
                <LogOut className="size-5 text-muted" />
                {messages.disconnectWallet}
              </MenuRow>
              <MenuRow
                onClick={() => {
                  close();
                  signOutEverywhere();
                }}
              >
                <MonitorX className="size-5 text-muted" />
                Sign out everywhere
              </MenuRow>
            </>
          )}
        </div>
      </nav>
    </>
  );
}

function MenuRow(props: ComponentProps<"button">) {
  return <button type="button" className={row} {...props} />;
}
