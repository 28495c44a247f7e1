import type { Status } from "@colonnade/domain/status.ts";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

let ofProcess: Registry | undefined;

/** The metrics of this process, made once: their timers and observers run until it ends. */
function processMetrics(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

/**
 * Prometheus metrics of one service, and of its process, in a registry of their own: a process may run several
 * services.
 */
export function createMetrics() {
  const registry = Registry.merge([processMetrics()]);
  const registers = [registry];
  return {
    registry,
    commits: new Counter({
      name: "colonnade_commits_total",
      help: "Commits to the index, each of one or several blocks",
      registers,
    }),
    height: new Gauge({
      name: "colonnade_tip_height",
      help: "Height of the newest indexed block",
      registers,
    }),
    catchingUp: new Gauge({
      name: "colonnade_catching_up_blocks",
      help: "Blocks left while this process reads a long gap from the node",
      registers,
    }),
    quarantined: new Gauge({
      name: "colonnade_quarantined_blocks",
      help: "Blocks that could not be indexed",
      registers,
    }),
    stalled: new Gauge({
      name: "colonnade_stalled",
      help: "1 while /readyz answers 503: the index is stalled, or the database does not answer; else 0",
      registers,
    }),
    lag: new Gauge({
      name: "colonnade_lag_blocks",
      help: "Blocks that the node is ahead of the index",
      registers,
    }),
    tipAge: new Gauge({
      name: "colonnade_tip_age_seconds",
      help: "Seconds since the time of the newest indexed block",
      registers,
    }),
    refusedPosts: new Counter({
      name: "colonnade_refused_posts_total",
      help: "Posts that were not taken, by the error",
      labelNames: ["reason"],
      registers,
    }),
    nodeRequests: new Counter({
      name: "colonnade_node_requests_total",
      help: "Requests to the node, by what came of them",
      labelNames: ["outcome"],
      registers,
    }),
    requests: new Histogram({
      name: "colonnade_http_request_seconds",
      help: "Seconds to answer a request that the response cache could not answer",
      labelNames: ["route", "method", "status"],
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
      registers,
    }),
    streams: new Gauge({
      name: "colonnade_streams",
      help: "Clients listening to /api/stream",
      registers,
    }),
    unsent: new Gauge({
      name: "colonnade_unsent_bytes",
      help: "Bytes in memory that clients have asked for and not taken, as of the last second",
      registers,
    }),
    replica: new Counter({
      name: "colonnade_replica_reads_total",
      help: "Reads tried at the replica: served, or passed to the primary because it was at another revision (lagging) or failed",
      labelNames: ["outcome"],
      registers,
    }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * Sets the gauges of the index from the database, since any process may have written to it.
 * @param status null where it cannot be read; then only `colonnade_stalled` has a value, so that its alert fires
 */
export function showStatus(
  { stalled, height, quarantined, lag, tipAge }: Metrics,
  status: Status | null,
): void {
  show(stalled, status !== null && status.stalled === null ? 0 : 1);
  const tip = status?.tip;
  show(height, tip?.height);
  show(tipAge, tip && (Date.now() - Date.parse(tip.blockTime)) / 1000);
  show(quarantined, status?.quarantined);
  show(lag, status?.lag);
}

function show(gauge: Gauge, value: number | null | undefined): void {
  if (value === null || value === undefined) gauge.remove();
  else gauge.set(value);
}
