import { Moon, Sun } from "lucide-react";
import { IconButton } from "./icon-button.tsx";
import { useTheme } from "./theme.ts";

/** Light paper or dark. */
export function ThemeToggle({ className }: { className?: string }) {
  const { theme, toggle } = useTheme();
  return (
    <IconButton
      label={theme === "dark" ? "Use light theme" : "Use dark theme"}
      onClick={toggle}
      {...(className === undefined ? {} : { className })}
    >
      {theme === "dark" ? (
        <Sun aria-hidden="true" className="size-5" />
      ) : (
        <Moon aria-hidden="true" className="size-5" />
      )}
    </IconButton>
  );
}
