import * as z from "zod/mini";
import { limits } from "./limits.ts";

/** Whether a text may be a CID, of whatever version and encoding. */
export function isCid(text: string): boolean {
  return /^[a-zA-Z0-9]{10,128}$/.test(text);
}

/** The CID in an image address (`ipfs://{cid}` or `https://{gateway}/ipfs/{cid}`), or null. */
export function cidOf(imageAddress: string): string | null {
  const match = /^(?:ipfs:\/\/(?:ipfs\/)?|https?:\/\/[^/]+\/ipfs\/)([^/?#]+)/.exec(imageAddress);
  const cid = match?.[1];
  return cid !== undefined && isCid(cid) ? cid : null;
}

/** The address of a stored image. */
export function ipfsAddress(cid: string): string {
  return `ipfs://${cid}`;
}

/**
 * Where a browser loads an image from: ipfs addresses through the gateway, https ones as they are.
 * @returns null for anything else, such as `javascript:` or plain http: show the drawn default
 */
export function imageLink(imageAddress: string, gateway: string): string | null {
  const cid = cidOf(imageAddress);
  if (cid !== null) return `${gateway}/ipfs/${cid}`;
  return /^https:\/\/[^\s]+$/.test(imageAddress) ? imageAddress : null;
}

/** `srcset` of an image that the service keeps: its link at every width that it is served at. */
export function imageSrcSet(link: string): string {
  return limits.imageWidths.map((width) => `${link}?width=${width} ${width}w`).join(", ");
}

/** An image address that a transaction may carry: printable ASCII, ipfs or https, within the contract's length. */
export const imageAddressSchema = z
  .string()
  .check(
    z.maxLength(limits.imageAddressBytes),
    z.regex(/^(?:ipfs|https):\/\/[\x21-\x7e]+$/, "Expected an ipfs or https address"),
  );
