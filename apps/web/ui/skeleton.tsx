import { classNames } from "./class-names.ts";

/** Of two radii among its classes the one later in the styles would win: a shape is exactly one. */
const corners = { paper: "rounded-paper", round: "rounded-full", flat: "" };

/** A place where something is about to be: give it the size of what will stand there. */
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
