import { Moon, Sun } from "lucide-react";
import { create } from "zustand";
import { IconButton } from "./button.tsx";
import { useHydrating } from "./hydration.ts";

/** The same key as in public/first-paint.js, which applies the choice before the first paint. */
const KEY = "colonnade-theme";

type Theme = "light" | "dark";

/** The colour of the browser's own bars around the page. */
const paperColours: Record<Theme, string> = { light: "#f7f4ee", dark: "#14130f" };

/** Without this the browser would follow the system's theme, not the chosen one. */
function colourBrowserBars(theme: Theme) {
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    meta.setAttribute("content", paperColours[theme]);
  }
}

/** Null on the service, which has no window. */
const darkQuery =
  typeof window === "undefined" ? null : window.matchMedia("(prefers-color-scheme: dark)");
const systemTheme = (): Theme => (darkQuery?.matches ? "dark" : "light");

function chosenTheme(): Theme | null {
  if (typeof document === "undefined") return null;
  const theme = document.documentElement.dataset.theme;
  return theme === "light" || theme === "dark" ? theme : null;
}

/** The theme of the page: the system's until the reader chooses one. */
export const useTheme = create<{ theme: Theme; toggle: () => void }>((set, get) => {
  darkQuery?.addEventListener("change", () => {
    if (chosenTheme() === null) set({ theme: systemTheme() });
  });
  const chosen = chosenTheme();
  if (chosen !== null) colourBrowserBars(chosen);
  return {
    theme: chosen ?? systemTheme(),
    toggle() {
      const theme = get().theme === "dark" ? "light" : "dark";
      document.documentElement.dataset.theme = theme;
      colourBrowserBars(theme);
      try {
        localStorage.setItem(KEY, theme);
      } catch {
        // Storage may be forbidden; the choice then lasts as long as the page.
      }
      set({ theme });
    },
  };
});

/** The switch to the other theme. While hydrating, its name must fit both themes. */
export function useThemeSwitch(): { name: string; toggle: () => void } {
  const hydrating = useHydrating();
  const { theme, toggle } = useTheme();
  if (hydrating) return { name: "Use the other theme", toggle };
  return { name: theme === "dark" ? "Use light theme" : "Use dark theme", toggle };
}

/** A sun in the dark, a moon in the light. The styles choose: they know the theme before any script runs. */
export function ThemeSwitchIcon({ className }: { className: string }) {
  return (
    <>
      <Sun className={`in-dark ${className}`} />
      <Moon className={`in-light ${className}`} />
    </>
  );
}

/** A button that switches between light and dark. */
export function ThemeToggle() {
  const { name, toggle } = useThemeSwitch();
  return (
    <IconButton label={name} onClick={toggle}>
      <ThemeSwitchIcon className="size-5" />
    </IconButton>
  );
}
