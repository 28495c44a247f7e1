import { BlockList, isIP, type Socket } from "node:net";
import type { Config } from "@colonnade/domain/config.ts";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";

/** The part of a route's context that says which client sent the request. */
export type ClientContext = Pick<Context<{ Bindings: HttpBindings }>, "env" | "req">;

/** How many clients one site may use in full. A provider gives a home or a company a site, or some of its networks. */
export const CLIENTS_PER_SITE = 4;

/**
 * Finds the address of a client. For IPv6 it is the client's network of 64 bits, since one home or server has many
 * addresses. Each trusted proxy appends the address that it saw to `X-Forwarded-For`. So the outermost proxy's entry is
 * as many places from the end as there are proxies. Anybody can forge the entries before it.
 */
export function clientOf(c: ClientContext, { trustedProxies }: Config): string {
  const direct = clientAt(c.env.incoming.socket);
  if (trustedProxies === 0) return direct;
  const hops = (c.req.header("x-forwarded-for") ?? "").split(",");
  const address = withoutPort(hops.at(-trustedProxies)?.trim() ?? "");
  return isIP(address) === 0 ? direct : networkOf(address, 64);
}

/** The client at the other side of a connection. */
export function clientAt({ remoteAddress = "unknown" }: Pick<Socket, "remoteAddress">): string {
  return networkOf(remoteAddress, 64);
}

/** The site of a client with an IPv6 network: its first 48 bits. One customer may own all of it. Null for IPv4. */
export function siteOf(client: string): string | null {
  const [address = "", bits] = client.split("/");
  return bits === undefined ? null : networkOf(address, 48);
}

/** Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(hop)?.[1];
  return bracketed ?? /^([\d.]+):\d{1,5}$/.exec(hop)?.[1] ?? hop;
}

const ipv4Mapped = new BlockList();
ipv4Mapped.addSubnet("::ffff:0:0", 96, "ipv6");

/** Keeps an IPv4 address, also one that is written as IPv6. Cuts any other IPv6 address to its network. */
function networkOf(address: string, bits: 48 | 64): string {
  if (isIP(address) !== 6) return address;
  const groups = groupsOf(address);
  if (ipv4Mapped.check(address.replace(/%.*/, ""), "ipv6")) {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join(".");
  }
  const network = groups.slice(0, bits / 16).map((group) => group.toString(16));
  return `${network.join(":")}::/${bits}`;
}

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [start = "", end] = address.replace(/%.*/, "").split("::");
  const [first, last] = [readGroups(start), readGroups(end ?? "")];
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}

/** Reads `1:2:3`, whose end may be written as IPv4. */
function readGroups(text: string): number[] {
  return text
    .split(":")
    .filter((group) => group !== "")
    .flatMap((group) => {
      if (!group.includes(".")) return [Number.parseInt(group, 16)];
      const [a = 0, b = 0, c = 0, d = 0] = group.split(".").map(Number);
      return [a * 256 + b, c * 256 + d];
    });
}
