import { create } from "zustand";

/** Same key as public/first-paint.js, which applies the choice before the first paint. */
const KEY = "colonnade-theme";

export type Theme = "light" | "dark";

/** The paper of each theme, for what the browser draws around the page. */
const papers: Record<Theme, string> = { light: "#f7f4ee", dark: "#14130f" };

/** A chosen theme may be another than the system's, which the page's head goes by. */
function paintAround(theme: Theme) {
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    meta.setAttribute("content", papers[theme]);
  }
}

/** None where there is no window. */
const darkness =
  typeof window === "undefined" ? null : window.matchMedia("(prefers-color-scheme: dark)");
const systemTheme = (): Theme => (darkness?.matches ? "dark" : "light");

function remembered(): Theme | null {
  if (typeof document === "undefined") return null;
  const theme = document.documentElement.dataset.theme;
  return theme === "light" || theme === "dark" ? theme : null;
}

/** The theme on the page: the system's until the reader chooses one. */
export const useTheme = create<{ theme: Theme; toggle: () => void }>((set, get) => {
  darkness?.addEventListener("change", () => {
    if (remembered() === null) set({ theme: systemTheme() });
  });
  const chosen = remembered();
  if (chosen !== null) paintAround(chosen);
  return {
    theme: chosen ?? systemTheme(),
    toggle() {
      const theme = get().theme === "dark" ? "light" : "dark";
      document.documentElement.dataset.theme = theme;
      paintAround(theme);
      try {
        localStorage.setItem(KEY, theme);
      } catch {
        // Storage may be forbidden; the choice then lasts as long as the page.
      }
      set({ theme });
    },
  };
});
