import { IconButton } from "./icon-button.tsx";
import { OtherThemeIcon, useOtherTheme } from "./theme-choice.tsx";

/** Light paper or dark. */
export function ThemeToggle({ className }: { className?: string }) {
  const { name, toggle } = useOtherTheme();
  return (
    <IconButton label={name} onClick={toggle} {...(className === undefined ? {} : { className })}>
      <OtherThemeIcon className="size-5" />
    </IconButton>
  );
}
