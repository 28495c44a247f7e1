import { classNames } from "./class-names.ts";

/** A place where something is about to be: give it the size of what will stand there. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      data-waiting=""
      className={classNames(
        "block animate-[breathe_1.6s_ease-in-out_infinite] rounded-paper bg-rule/60",
        className,
      )}
    />
  );
}
