import { startTransition, useCallback, useState } from "react";

/**
 * Whether an image cannot be shown, for an `img` that is given the rest. One that is rendered on the service may
 * have failed before anybody listened.
 */
export function useImageFailure(src: string | undefined): {
  failed: boolean;
  ref: (image: HTMLImageElement | null) => void;
  onError: () => void;
} {
  const [broken, setBroken] = useState<string | null>(null);
  const onError = () => setBroken(src ?? null);
  const ref = useCallback(
    (image: HTMLImageElement | null) => {
      if (image?.complete && image.naturalWidth === 0) {
        startTransition(() => setBroken(src ?? null));
      }
    },
    [src],
  );
  return { failed: src === undefined || broken === src, ref, onError };
}
