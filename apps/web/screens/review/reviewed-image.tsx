import { categoryOf, unknownCategory } from "@colonnade/domain/category.ts";
import { Portrait } from "../../ui/avatar.tsx";

/** An image that a watcher decides on. If it does not load, this says so: a rosette would be taken for the image. */
export function ReviewedImage({ seed, image }: { seed: string; image: string }) {
  const isGiven = image !== "" && categoryOf(image) === unknownCategory;
  return (
    <Portrait
      seed={seed}
      image={image}
      size={112}
      square
      fallback={
        isGiven ? (
          <span className="flex size-full items-center justify-center p-2 text-center text-sm text-muted">
            This image is not here any more.
          </span>
        ) : undefined
      }
    />
  );
}
