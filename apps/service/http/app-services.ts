import type { Agent } from "node:https";
import type { Config } from "@colonnade/domain/config.ts";
import type { Logger } from "pino";
import type { ChainNode } from "../chain/node.ts";
import type { Database } from "../db/database.ts";
import type { DrawingPool } from "../images/drawing/drawing-pool.ts";
import type { GapProgress } from "../monitoring/index-status.ts";
import type { WarnOfTrouble } from "../monitoring/log.ts";
import type { Metrics } from "../monitoring/metrics.ts";
import type { PendingEvents } from "../off-chain/pending-events.ts";
import type { Renderer } from "../render/renderer.ts";
import type { ChangeFeed } from "../revision/change-feed.ts";
import type { RevisionCache } from "../revision/revision.ts";
import type { Patience } from "../server/guarded-server.ts";
import type { InTime } from "../server/request-timeout.ts";
import type { ConcurrencyLimit } from "./limits/concurrency-limit.ts";
import type { ResponseCache } from "./responses/response-cache.ts";

/** What the routes need. */
export interface AppServices {
  config: Config;
  database: Database;
  revision: RevisionCache;
  responseCache: ResponseCache;
  /** Bounds the reads that run at once. */
  readLimit: ConcurrencyLimit;
  changes: ChangeFeed;
  progress: Readonly<GapProgress>;
  pendingEvents: PendingEvents;
  node: ChainNode;
  metrics: Metrics;
  log: Logger;
  /** Makes the connections to other hosts' images. */
  imageAgent: Agent;
  warnOfTrouble: WarnOfTrouble;
  inTime: InTime;
  /** Aborted when the service stops. */
  stopping: AbortSignal;
  renderer: Renderer;
  drawingPool: DrawingPool;
  /** The most milliseconds that a visitor waits for a rendered page. Then the plain page is served. */
  pageTimeout: number;
  /** How slow a client may be. */
  patience: Patience;
  /** Where the built web app is. */
  webFolder: string;
}
