import type { OrganizationBrief } from "@colonnade/domain/endorsement.ts";
import type { ProfileBrief } from "@colonnade/domain/profile.ts";
import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { Rosette } from "./rosette.tsx";
import { StoredImage } from "./stored-image.tsx";

/** The round image of a person, or the rosette of their address. */
export function Avatar({
  profile,
  ...rest
}: {
  profile: Pick<ProfileBrief, "address" | "profileImageUrl">;
} & Pick<ComponentProps<typeof Portrait>, "size" | "className">) {
  return <Portrait seed={profile.address} image={profile.profileImageUrl} {...rest} />;
}

/** The square image of an organization, or the rosette of its number. */
export function OrganizationLogo({
  organization: { id, logoUrl },
  ...rest
}: {
  organization: Pick<OrganizationBrief, "id" | "logoUrl">;
} & Pick<ComponentProps<typeof Portrait>, "size" | "className">) {
  return <Portrait seed={`organization ${id}`} image={logoUrl} square {...rest} />;
}

/** An image, or else `fallback`. `square` for organizations, round for people. */
export function Portrait({
  seed,
  image,
  size,
  square = false,
  fallback = <Rosette seed={seed} className="size-full" />,
  className,
}: {
  seed: string;
  image: string;
  /** Pixels. */
  size: number;
  square?: boolean;
  /** The default is the rosette of `seed`. */
  fallback?: ReactNode;
  className?: string;
}) {
  return (
    <span
      className={classNames(
        "relative inline-block shrink-0 overflow-hidden bg-sunk",
        square ? "org-mark rounded-paper" : "rounded-full",
        className,
      )}
      style={{ width: size, height: size }}
    >
      <StoredImage
        address={image}
        sizes={`${size}px`}
        width={size}
        height={size}
        loading="lazy"
        fallback={fallback}
      />
    </span>
  );
}
