import { imageLink } from "@colonnade/domain/image-address.ts";
import { type ReactNode, useState } from "react";
import { runtimeConfig } from "../api/runtime-config.ts";
import { classNames } from "./class-names.ts";

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
  const link = imageLink(address, runtimeConfig().ipfsGateway);
  const [failed, setFailed] = useState<string | null>(null);
  if (link === null || failed === link) return fallback;
  return (
    <img
      src={link}
      alt={alt}
      decoding="async"
      onError={() => setFailed(link)}
      className={classNames("block size-full object-cover", className)}
    />
  );
}
