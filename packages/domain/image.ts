import * as z from "zod/mini";
import { normalizeCid } from "./cid.ts";
import { imageLink, ipfsAddress, ipfsPathOf } from "./image-address.ts";
import { limits } from "./limits.ts";

/**
 * The one spelling that we use for the address of an image: `ipfs://{cid}`, or an https address as a URL parser writes
 * it, without its fragment. Images are reported and hidden under it.
 * @returns null for an address whose image no screen shows
 */
export function normalizeImage(imageAddress: string): string | null {
  const path = ipfsPathOf(imageAddress);
  if (path !== null) {
    const cid = normalizeCid(path.replace(/\/.*/, ""));
    return cid === null ? null : ipfsAddress(cid);
  }
  if (imageLink(imageAddress, "") === null || !URL.canParse(imageAddress)) return null;
  const url = new URL(imageAddress);
  url.hash = "";
  return url.href;
}

/** The address of an image in any spelling, read in ours. */
export const imageSchema = z.string().check(
  // A URL parser writes some characters as three, so an address may grow this long. A longer text is not parsed.
  z.maxLength(3 * limits.imageAddressBytes, { abort: true }),
  z.refine((text) => normalizeImage(text) !== null, "Expected the address of an image"),
  z.overwrite((text) => normalizeImage(text) ?? text),
);
