import { categories, categoryOf, unknownCategory } from "@colonnade/domain/category.ts";
import { classNames } from "../../ui/class-names.ts";
import { useImageFailure } from "../../ui/image-failure.ts";
import { imageSource } from "../../ui/image-source.ts";
import { Rosette } from "../../ui/rosette.tsx";

/** The paper of each preset, which is seen until the image is there. */
const papers = new Map<string, string>(categories.map(({ name, tint }) => [name, tint]));

/**
 * An endorsement's image, filling its place. One that does not load gives way to a drawn default.
 * Decoration unless `alt` says otherwise: the title stands beside it.
 */
export function Picture({
  address,
  seed,
  alt = "",
  sizes = "22rem",
  className,
}: {
  address: string;
  /** What the drawn default is engraved from. */
  seed: string;
  alt?: string;
  /** How wide it is shown, as in HTML. */
  sizes?: string;
  className?: string;
}) {
  const source = imageSource(address);
  const { failed, ...watching } = useImageFailure(source?.src);
  const paper = papers.get(categoryOf(address).name) ?? unknownCategory.tint;
  return (
    <span
      className={classNames("block overflow-hidden", className)}
      style={{ backgroundColor: paper }}
    >
      {source === null || failed ? (
        <Rosette seed={seed} detail="header" className="size-full" />
      ) : (
        <img
          {...source}
          sizes={sizes}
          alt={alt}
          width={500}
          height={500}
          decoding="async"
          loading="lazy"
          {...watching}
          className="size-full object-cover"
        />
      )}
    </span>
  );
}
