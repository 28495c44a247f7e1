import { isIP } from "node:net";
import type { Config } from "@colonnade/domain/config.ts";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";

/** The part of a route's context that says which client sent the request. */
export type ClientContext = Pick<Context<{ Bindings: HttpBindings }>, "env" | "req">;

/**
 * Finds the address of a client. For IPv6 it is the client's network, since one home or server has many addresses. Each
 * trusted proxy appends the address that it saw to `X-Forwarded-For`. So the outermost proxy's entry is as many places
 * from the end as there are proxies. Anybody can write what stands before it.
 */
export function clientOf(c: ClientContext, { trustedProxies }: Config): string {
  const direct = c.env.incoming.socket.remoteAddress ?? "unknown";
  if (trustedProxies === 0) return networkOf(direct);
  const hops = (c.req.header("x-forwarded-for") ?? "").split(",").map((hop) => hop.trim());
  const address = hops.at(-trustedProxies) ?? "";
  return networkOf(isIP(address) === 0 ? direct : address);
}

/** Keeps an IPv4 address as it is. Cuts an IPv6 address to 64 bits, the smallest network that providers hand out. */
function networkOf(address: string): string {
  if (isIP(address) !== 6 || address.includes(".")) return address;
  const [start = "", end = ""] = address.split("::");
  const groups = start.split(":").filter((group) => group !== "");
  const missing = 8 - groups.length - end.split(":").filter((group) => group !== "").length;
  const whole = address.includes("::") ? [...groups, ...Array<string>(missing).fill("0")] : groups;
  const network = [...whole, ...end.split(":")].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}
