// A CID names content by its hash, and can be spelled in many ways: in two versions, and in any encoding of multibase.
// Images are stored, reported and hidden under one spelling only. Source: github.com/multiformats/cid.

const base32 = "abcdefghijklmnopqrstuvwxyz234567";
const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const base64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** The digits of the encodings, by the letter that a CID of version 1 begins with. */
const digitsOf: Record<string, string> = {
  f: "0123456789abcdef",
  b: base32,
  k: "0123456789abcdefghijklmnopqrstuvwxyz",
  z: base58,
  u: base64,
};

/** Characters of the longest spelling, with some to spare. */
const LONGEST = 128;
/** Bits of a SHA-256 hash. */
const HASH = 256n;
/** What stands before the hash: version 1, raw bytes or a UnixFS file, SHA-256, and its length. */
const RAW = 0x01551220n;
const FILE = 0x01701220n;

/**
 * The one spelling that we use for a CID: version 1 in base32, as Kubo writes it with `--cid-version=1`.
 * @returns null for a text that is not the CID of a file with a SHA-256 hash
 */
export function normalizeCid(text: string): string | null {
  if (text.length > LONGEST) return null;
  const value = /^Qm.{44}$/.test(text) ? readVersion0(text) : readVersion1(text);
  const prefix = value === null ? null : value >> HASH;
  return value !== null && (prefix === RAW || prefix === FILE) ? `b${write(value)}` : null;
}

/** A CID of version 0 is the hash of a UnixFS file in base58. */
function readVersion0(text: string): bigint | null {
  const value = read(text, base58);
  return value === null || value >> HASH !== 0x1220n
    ? null
    : (FILE << HASH) | BigInt.asUintN(256, value);
}

function readVersion1(text: string): bigint | null {
  // These encodings have the same digits in either case.
  const spelled = /^[FBK]/.test(text) ? text.toLowerCase() : text;
  const digits = digitsOf[spelled.charAt(0)];
  return digits === undefined ? null : read(spelled.slice(1).replace(/=+$/, ""), digits);
}

/** Reads the bytes of a text as one number. */
function read(text: string, digits: string): bigint | null {
  const places = [...text].map((character) => digits.indexOf(character));
  if (places.includes(-1)) return null;
  const value = places.reduce((sum, place) => sum * BigInt(digits.length) + BigInt(place), 0n);
  // A digit of base 16, 32 or 64 stands for 4, 5 or 6 bits. The last digit may end with padding bits.
  const bits = Math.log2(digits.length);
  return Number.isInteger(bits) ? value >> BigInt((text.length * bits) % 8) : value;
}

/** Writes a number of 36 bytes in base32. */
function write(value: bigint): string {
  const padded = value << 2n;
  return Array.from({ length: 58 }, (_, place) => {
    const digit = (padded >> BigInt(5 * (57 - place))) & 31n;
    return base32.charAt(Number(digit));
  }).join("");
}
