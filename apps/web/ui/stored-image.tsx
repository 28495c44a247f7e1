import { imageLink } from "@colonnade/domain/image-address.ts";
import { limits } from "@colonnade/domain/limits.ts";
import { type ComponentProps, type ReactNode, startTransition, useCallback, useState } from "react";
import { isKnownHidden } from "../api/hidden-images.ts";
import { runtimeConfig } from "../api/runtime-config.ts";
import { classNames } from "./class-names.ts";

/**
 * An image by its address, filling its place. Without one, when a watcher has hidden it, or when it does not
 * load, shows `fallback`.
 * Decoration unless `alt` is given.
 */
export function StoredImage({
  address,
  fallback = null,
  className,
  ...rest
}: { address: string; fallback?: ReactNode } & Pick<
  ComponentProps<"img">,
  "alt" | "sizes" | "width" | "height" | "loading" | "fetchPriority" | "className"
>) {
  const source = imageSource(address);
  const { failed, ...listeners } = useImageFailure(source?.src);
  if (source === null || failed || isKnownHidden(address)) return fallback;
  return (
    <img
      alt=""
      decoding="async"
      referrerPolicy="no-referrer"
      {...rest}
      {...source}
      {...listeners}
      className={classNames("size-full object-cover", className)}
    />
  );
}

/** Where an image is loaded from; null if the address is not valid. Our own service has several widths. */
function imageSource(address: string): { src: string; srcSet?: string } | null {
  const { origin } = runtimeConfig();
  const src = imageLink(address, origin);
  if (src === null) return null;
  if (!src.startsWith(`${origin}/ipfs/`)) return { src };
  const srcSet = limits.imageWidths.map((width) => `${src}?width=${width} ${width}w`).join(", ");
  return { src, srcSet };
}

/** Whether an image did not load. One rendered on the service may fail before React listens: `ref` checks that. */
function useImageFailure(src: string | undefined) {
  const [failedSrc, setFailedSrc] = useState<string | undefined>(undefined);
  const onError = () => setFailedSrc(src);
  const ref = useCallback(
    (image: HTMLImageElement | null) => {
      if (image?.complete && image.naturalWidth === 0) {
        startTransition(() => setFailedSrc(src));
      }
    },
    [src],
  );
  return { failed: src !== undefined && failedSrc === src, ref, onError };
}
