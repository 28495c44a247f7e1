import * as z from "zod/mini";
import { limits } from "./limits.ts";

/** The address of a stored image. */
export function ipfsAddress(cid: string): string {
  return `ipfs://${cid}`;
}

/**
 * The place in IPFS that an image address names: `{cid}` or `{cid}/{path}`, spelled as in the address. It knows
 * `ipfs://{cid}`, and `https://{host}/ipfs/{cid}` and `https://{cid}.ipfs.{host}` of any gateway.
 * @returns null for any other address
 */
export function ipfsPathOf(imageAddress: string): string | null {
  if (!URL.canParse(imageAddress)) return null;
  const { protocol, hostname, pathname } = new URL(imageAddress);
  const host = protocol === "ipfs:" ? hostname : /^([^.]+)\.ipfs\./.exec(hostname)?.[1];
  const path = decode(host === undefined ? pathname : `/ipfs/${host}${pathname}`);
  // No version or encoding of a CID is shorter than 46 characters.
  const [, cid, rest = ""] = /\/ipfs\/+([\w+=-]{46,128})(\/.*)?$/i.exec(path) ?? [];
  return cid === undefined ? null : cid + encodeURI(rest.replace(/(?<!\/)\/+$/, ""));
}

/** Gateways decode a path before they look for a CID in it. They refuse a malformed path. */
function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * The URL that a browser loads an image from. It always asks the service, which knows whether a watcher has hidden the
 * image: `/ipfs/{path}`, or `/image?url={address}` for any other https address.
 * @param origin the service's
 * @returns null for anything else, such as `javascript:`, plain http or a private network's address; screens then show
 *   a drawn default
 */
export function imageLink(imageAddress: string, origin: string): string | null {
  const path = ipfsPathOf(imageAddress);
  if (path !== null) return `${origin}/ipfs/${path}`;
  return isWebAddress(imageAddress)
    ? `${origin}/image?url=${encodeURIComponent(imageAddress)}`
    : null;
}

/** Names that lead into a private network or nowhere (RFC 6761, 6762, 8375, 9476). */
const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|internal|home\.arpa|test|invalid|onion)$/;

/**
 * Whether an image may be loaded from an https address: of a host by its public name, on the usual port, without user
 * and password. A name may still lead into a private network: the service looks at the address that it connects to.
 */
export function isWebAddress(text: string): boolean {
  if (!/^https:\/\/\S+$/.test(text) || !URL.canParse(text)) return false;
  const { hostname, username, password, port } = new URL(text);
  const name = hostname.replace(/\.$/, "");
  // The URL parser writes every IPv4 address with digits at its end, and an IPv6 address in brackets.
  const isName = /\.[a-z][a-z\d-]*$/.test(name) && !PRIVATE_NAME.test(name);
  return isName && username === "" && password === "" && port === "";
}

/** An image address that the contract takes: ipfs or https, printable ASCII, not too long. */
export const imageAddressSchema = z
  .string()
  .check(
    z.maxLength(limits.imageAddressBytes),
    z.regex(/^(?:ipfs|https):\/\/[\x21-\x7e]+$/, "Expected an ipfs or https address"),
  );
