import { randomBytes } from "node:crypto";

/** Networks that are no part of the public internet, from IANA's registries of special addresses. */
export const privateNetworks = [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"],
  ...["172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16"],
  ...["198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"],
  // Unspecified, loopback, and IPv4 in IPv6: mapped, translated, 6to4 and Teredo.
  ...["::/128", "::1/128", "::ffff:0:0/96", "::ffff:0:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48"],
  ...["2002::/16", "2001::/32"],
  // Discard, benchmarks, ORCHID, examples, segment routing, unique and link-local, site-local, multicast.
  ...["100::/64", "2001:2::/48", "2001:10::/28", "2001:20::/28", "2001:db8::/32", "3fff::/20"],
  ...["5f00::/16", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8"],
];

/** A random address of a network. */
export function randomAddress(network: string): string {
  const [base = "", bits = ""] = network.split("/");
  const isIpv4 = !base.includes(":");
  const free = BigInt((isIpv4 ? 32 : 128) - Number(bits));
  const random = BigInt(`0x${randomBytes(16).toString("hex")}`) & ((1n << free) - 1n);
  return isIpv4 ? writeIpv4(readIpv4(base) | random) : writeIpv6(readIpv6(base) | random);
}

/** Spells an address in each way that a URL may. */
export function hostsOf(address: string): string[] {
  if (address.includes(":"))
    return [`[${address}]`, `[${new URL(`http://[${address}]`).hostname.slice(1)}`];
  const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
  const octal = (part: number) => `0${part.toString(8)}`;
  const number = readIpv4(address);
  return [
    address,
    `${address}.`,
    String(number),
    `0x${number.toString(16)}`,
    [a, b, c, d].map(octal).join("."),
    `0x${a.toString(16)}.${(b << 16) + (c << 8) + d}`,
    `[::ffff:${address}]`,
    `[64:ff9b::${address}]`,
  ];
}

const readIpv4 = (text: string) =>
  text.split(".").reduce((sum, part) => sum * 256n + BigInt(part), 0n);

const writeIpv4 = (number: bigint) =>
  [24n, 16n, 8n, 0n].map((shift) => (number >> shift) & 255n).join(".");

function readIpv6(text: string): bigint {
  const [start = "", end = ""] = text.split("::");
  const [first, last] = [start, end].map((part) => part.split(":").filter((group) => group !== ""));
  const zeros = Array<string>(8 - (first?.length ?? 0) - (last?.length ?? 0)).fill("0");
  const groups = [...(first ?? []), ...zeros, ...(last ?? [])];
  return groups.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n);
}

const writeIpv6 = (number: bigint) =>
  Array.from({ length: 8 }, (_, group) =>
    ((number >> BigInt(112 - 16 * group)) & 0xffffn).toString(16),
  ).join(":");
