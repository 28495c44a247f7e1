import { categories, categoryOf, unknownCategory } from "@colonnade/domain/category.ts";
import { imageLink } from "@colonnade/domain/image-address.ts";
import { useState } from "react";
import { runtimeConfig } from "../../api/runtime-config.ts";
import { classNames } from "../../ui/class-names.ts";
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
  eager = false,
  className,
}: {
  address: string;
  /** What the drawn default is engraved from. */
  seed: string;
  alt?: string;
  /** For the images of the first screen. */
  eager?: boolean;
  className?: string;
}) {
  const link = imageLink(address, runtimeConfig().ipfsGateway);
  const [failed, setFailed] = useState<string | null>(null);
  const drawn = link === null || failed === link;
  const paper = papers.get(categoryOf(address).name) ?? unknownCategory.tint;
  return (
    <span
      className={classNames("block overflow-hidden", className)}
      style={{ backgroundColor: paper }}
    >
      {drawn ? (
        <Rosette seed={seed} detail="header" className="size-full" />
      ) : (
        <img
          src={link}
          alt={alt}
          width={500}
          height={500}
          decoding="async"
          loading={eager ? "eager" : "lazy"}
          onError={() => setFailed(link)}
          className="size-full object-cover"
        />
      )}
    </span>
  );
}
