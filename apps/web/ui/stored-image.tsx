import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { useImageFailure } from "./image-failure.ts";
import { imageSource } from "./image-source.ts";

/** A stored image, filling its place; `fallback` where it does not load. */
export function StoredImage({
  address,
  alt = "",
  fallback = null,
  className,
}: {
  address: string;
  alt?: string;
  fallback?: ReactNode;
  className?: string;
}) {
  const source = imageSource(address);
  const { failed, ...watching } = useImageFailure(source?.src);
  if (source === null || failed) return fallback;
  return (
    <img
      {...source}
      sizes="11rem"
      alt={alt}
      decoding="async"
      {...watching}
      className={classNames("block size-full object-cover", className)}
    />
  );
}
