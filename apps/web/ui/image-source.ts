import { imageLink, imageSrcSet } from "@colonnade/domain/image-address.ts";
import { runtimeConfig } from "../api/runtime-config.ts";

interface ImageSource {
  src: string;
  /** The same image at several widths, where our own service has it. */
  srcSet?: string;
}

/** Where an image is loaded from; null for an address that is none. */
export function imageSource(address: string): ImageSource | null {
  const { ipfsGateway, origin } = runtimeConfig();
  const src = imageLink(address, ipfsGateway);
  if (src === null) return null;
  const isOurs = ipfsGateway === origin && src.startsWith(`${ipfsGateway}/ipfs/`);
  return isOurs ? { src, srcSet: imageSrcSet(src) } : { src };
}
