import { type ReactNode, useState } from "react";
import { classNames } from "./class-names.ts";
import { imageSource } from "./image-source.ts";

/** A stored image, filling its place; `fallback` where it does not load. */
export function StoredImage({
  address,
  alt = "",
  fallback = null,
  sizes = "11rem",
  className,
}: {
  address: string;
  alt?: string;
  fallback?: ReactNode;
  /** How wide it is shown, as in HTML. */
  sizes?: string;
  className?: string;
}) {
  const source = imageSource(address);
  const [failed, setFailed] = useState<string | null>(null);
  if (source === null || failed === source.src) return fallback;
  return (
    <img
      {...source}
      sizes={sizes}
      alt={alt}
      decoding="async"
      onError={() => setFailed(source.src)}
      className={classNames("block size-full object-cover", className)}
    />
  );
}
