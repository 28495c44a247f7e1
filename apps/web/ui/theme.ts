import { create } from "zustand";

/** Same key as public/theme.js, which applies the choice before the first paint. */
const KEY = "colonnade-theme";

export type Theme = "light" | "dark";

const systemIsDark = () => matchMedia("(prefers-color-scheme: dark)").matches;

function remembered(): Theme | null {
  const theme = document.documentElement.dataset.theme;
  return theme === "light" || theme === "dark" ? theme : null;
}

/** The theme on the page: the system's until the reader chooses one. */
export const useTheme = create<{ theme: Theme; toggle: () => void }>((set, get) => {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    if (remembered() === null) set({ theme: systemIsDark() ? "dark" : "light" });
  });
  return {
    theme: remembered() ?? (systemIsDark() ? "dark" : "light"),
    toggle() {
      const theme = get().theme === "dark" ? "light" : "dark";
      document.documentElement.dataset.theme = theme;
      try {
        localStorage.setItem(KEY, theme);
      } catch {
        // Storage may be forbidden; the choice then lasts as long as the page.
      }
      set({ theme });
    },
  };
});
