import { classNames } from "./class-names.ts";

/** One radius per shape: of two radius classes, the later one in the style sheet would win. */
const corners = { paper: "rounded-paper", round: "rounded-full", flat: "" };

/** A placeholder for something that is loading. Give it the size of the loaded content. */
export function Skeleton({
  shape = "paper",
  className,
}: {
  shape?: keyof typeof corners;
  className?: string;
}) {
  return (
    <span
      aria-hidden="true"
      data-waiting=""
      className={classNames(
        "block animate-[breathe_1.6s_ease-in-out_infinite] bg-rule/60",
        corners[shape],
        className,
      )}
    />
  );
}
