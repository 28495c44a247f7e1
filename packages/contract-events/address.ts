import { principalSchema } from "@colonnade/domain/principal.ts";
import { c32address } from "c32check";
import { LRUCache } from "lru-cache";

// Without these caches, encoding and checking c32 takes half of the time to decode a block: the same few people and
// contracts recur. They take some 10 MB when full.
const MOST = 50_000;
const encoded = new LRUCache<string, string>({ max: MOST });
const checked = new LRUCache<string, true>({ max: MOST });

/**
 * The address of a version and a hash.
 * @param hash 20 bytes in hexadecimal
 * @throws Error if they make no address
 */
export function encodeAddress(version: number, hash: string): string {
  const key = `${version}.${hash}`;
  const known = encoded.get(key);
  if (known !== undefined) return known;
  const address = c32address(version, hash);
  encoded.set(key, address);
  return address;
}

/** Whether a text is a principal: an address or a contract identifier. */
export function isPrincipal(text: string): boolean {
  if (checked.has(text)) return true;
  if (!principalSchema.safeParse(text).success) return false;
  checked.set(text, true);
  return true;
}
