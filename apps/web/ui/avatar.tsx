import type { ProfileBrief } from "@colonnade/domain/profile.ts";
import { classNames } from "./class-names.ts";
import { useImageFailure } from "./image-failure.ts";
import { imageSource } from "./image-source.ts";
import { Rosette } from "./rosette.tsx";

/** Somebody's image, round; their rosette until it is there, or where there is none. */
export function Avatar({
  profile,
  size,
  className,
}: {
  profile: Pick<ProfileBrief, "address" | "profileImageUrl">;
  /** Pixels. */
  size: number;
  className?: string;
}) {
  return (
    <Portrait
      seed={profile.address}
      image={profile.profileImageUrl}
      size={size}
      {...(className === undefined ? {} : { className })}
    />
  );
}

/** An image over the rosette of `seed`. `square` for organizations, round for people. */
export function Portrait({
  seed,
  image,
  size,
  square = false,
  className,
}: {
  seed: string;
  image: string;
  size: number;
  square?: boolean;
  className?: string;
}) {
  const source = imageSource(image);
  const { failed, ...watching } = useImageFailure(source?.src);
  return (
    <span
      className={classNames(
        "relative inline-block shrink-0 overflow-hidden bg-sunk",
        square ? "rounded-paper" : "rounded-full",
        className,
      )}
      style={{ width: size, height: size }}
    >
      {source === null || failed ? (
        <Rosette seed={seed} className="size-full" />
      ) : (
        <img
          {...source}
          sizes={`${size}px`}
          alt=""
          width={size}
          height={size}
          decoding="async"
          loading="lazy"
          {...watching}
          className="size-full object-cover"
        />
      )}
    </span>
  );
}
