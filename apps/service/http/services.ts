import { isIP } from "node:net";
import type { Config } from "@colonnade/domain/config.ts";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { Logger } from "pino";
import type { ChainNode } from "../chain/node.ts";
import type { Database } from "../db/database.ts";
import type { Indexer } from "../indexer/indexer.ts";
import type { PendingEvents } from "../indexer/pending-events.ts";
import type { Metrics } from "../metrics.ts";
import type { Renderer } from "../render/renderer.ts";
import type { Answers } from "./answers.ts";
import type { Changes } from "./changes.ts";
import type { HeadKeeper } from "./head.ts";
import type { OffChain } from "./off-chain.ts";
import type { Places } from "./places.ts";

/** What the routes work with. */
export interface Services {
  config: Config;
  database: Database;
  heads: HeadKeeper;
  answers: Answers;
  /** For whom something is being read. */
  readers: Places;
  changes: Changes;
  offChain: OffChain;
  indexer: Pick<Indexer, "nodeHeight">;
  pendingEvents: PendingEvents;
  node: ChainNode;
  metrics: Metrics;
  log: Logger;
  renderer: Renderer;
  /** Milliseconds that a visitor waits for a rendered page, and then for the plain one's words, at most. */
  pagePatience: number;
  /** Where the built web app is. */
  webFolder: string;
}

export interface Env {
  Bindings: HttpBindings;
}

/** What says who asks, in whatever route. */
export type Asking = Pick<Context<Env>, "env" | "req">;

/** A route behind something that requires a session, and says whose it is. */
export interface SignedInEnv extends Env {
  Variables: { signedIn: string };
}

/**
 * The address of who asks, and of a home or a server in IPv6, which has many, what they have in common. Each of our
 * proxies appends whom it was asked by to `X-Forwarded-For`, so the one that the outermost of them saw stands so many
 * places from the end; what stands before it, anybody can write.
 */
export function clientOf(c: Asking, { trustedProxies }: Config): string {
  const direct = c.env.incoming.socket.remoteAddress ?? "unknown";
  if (trustedProxies === 0) return networkOf(direct);
  const hops = (c.req.header("x-forwarded-for") ?? "").split(",").map((hop) => hop.trim());
  const address = hops.at(-trustedProxies) ?? "";
  return networkOf(isIP(address) === 0 ? direct : address);
}

/** An IPv4 address as it is, in either notation; the first 64 bits of an IPv6 one, the least that is given out. */
function networkOf(address: string): string {
  if (isIP(address) !== 6 || address.includes(".")) return address;
  const [start = "", end = ""] = address.split("::");
  const groups = start.split(":").filter((group) => group !== "");
  const missing = 8 - groups.length - end.split(":").filter((group) => group !== "").length;
  const whole = address.includes("::") ? [...groups, ...Array<string>(missing).fill("0")] : groups;
  const network = [...whole, ...end.split(":")].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}
