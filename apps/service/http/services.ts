import type { Config } from "@colonnade/domain/config.ts";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { Logger } from "pino";
import type { ChainNode } from "../chain/node.ts";
import type { Database } from "../db/database.ts";
import type { PendingEvents } from "../indexer/pending-events.ts";
import type { Metrics } from "../metrics.ts";
import type { Answers } from "./answers.ts";
import type { Changes } from "./changes.ts";
import type { HeadKeeper } from "./head.ts";
import type { OffChain } from "./off-chain.ts";

/** What the routes work with. */
export interface Services {
  config: Config;
  database: Database;
  heads: HeadKeeper;
  answers: Answers;
  changes: Changes;
  offChain: OffChain;
  pendingEvents: PendingEvents;
  node: ChainNode;
  metrics: Metrics;
  log: Logger;
  /** Where the built web app is. */
  webFolder: string;
}

export type Env = { Bindings: HttpBindings };

/** Who asks, as far as the connection tells. */
export function clientOf(c: Context<Env>): string {
  return c.env.incoming.socket.remoteAddress ?? "unknown";
}
