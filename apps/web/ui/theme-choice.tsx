import { Moon, Sun } from "lucide-react";
import { useHydrating } from "./hydrating.ts";
import { useTheme } from "./theme.ts";

/** The theme that a press leads to. Until the page knows its own, in words that are right for both. */
export function useOtherTheme(): { name: string; toggle: () => void } {
  const hydrating = useHydrating();
  const { theme, toggle } = useTheme();
  if (hydrating) return { name: "Use the other theme", toggle };
  return { name: theme === "dark" ? "Use light theme" : "Use dark theme", toggle };
}

/** A sun in the dark, a moon in the light: by the styles, which know the theme before any script. */
export function OtherThemeIcon({ className }: { className: string }) {
  return (
    <>
      <Sun aria-hidden="true" className={`in-dark ${className}`} />
      <Moon aria-hidden="true" className={`in-light ${className}`} />
    </>
  );
}
