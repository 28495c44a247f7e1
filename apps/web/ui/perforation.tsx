import { classNames } from "./class-names.ts";

/**
 * The perforated edge between an image and its words: two half holes and a row of stitches. Needs a `relative`
 * parent. `vertical` stands beside the image, otherwise below it.
 */
export function Perforation({
  vertical = false,
  className,
}: {
  vertical?: boolean;
  className?: string;
}) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        "pointer-events-none absolute z-10 flex",
        vertical
          ? "inset-y-0 w-4 -translate-x-1/2 justify-center"
          : "inset-x-0 h-4 -translate-y-1/2 items-center",
        className,
      )}
    >
      <span className={vertical ? "stitches-vertical w-0.5" : "stitches h-0.5 w-full"} />
      {(vertical ? ["-top-2 left-0", "-bottom-2 left-0"] : ["-left-2 top-0", "-right-2 top-0"]).map(
        (place) => (
          <span
            key={place}
            className={`absolute size-4 rounded-full border border-rule bg-paper ${place}`}
          />
        ),
      )}
    </span>
  );
}
