import type { Status } from "@colonnade/domain/status.ts";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export interface Metrics {
  registry: Registry;
  blocks: Counter;
  height: Gauge;
  quarantined: Gauge;
  lag: Gauge;
  requests: Histogram<"route" | "method" | "status">;
  streams: Gauge;
  replica: Counter<"outcome">;
}

/** Prometheus metrics of one service; a registry of its own, so that several live in one process. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    blocks: new Counter({
      name: "colonnade_commits_total",
      help: "Times that blocks were indexed, one or several at once",
      registers,
    }),
    height: new Gauge({
      name: "colonnade_tip_height",
      help: "Height of the newest indexed block",
      registers,
    }),
    quarantined: new Gauge({
      name: "colonnade_quarantined_blocks",
      help: "Blocks set aside because they could not be decoded",
      registers,
    }),
    lag: new Gauge({
      name: "colonnade_lag_blocks",
      help: "Blocks that the node has and the index has not; known to the process that leads",
      registers,
    }),
    requests: new Histogram({
      name: "colonnade_http_request_seconds",
      help: "Time to answer a request that was not at hand already",
      labelNames: ["route", "method", "status"],
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
      registers,
    }),
    streams: new Gauge({
      name: "colonnade_streams",
      help: "Clients listening to /api/stream",
      registers,
    }),
    replica: new Counter({
      name: "colonnade_replica_reads_total",
      help: "Reads asked of the replica: served, or left to the primary because it was lagging or failed",
      labelNames: ["outcome"],
      registers,
    }),
  };
}

/**
 * Sets what the metrics say of the index. Several processes write to one database, so none of them knows it by itself.
 * @param status null where it cannot be read; what is not known is not said
 */
export function showStatus({ height, quarantined, lag }: Metrics, status: Status | null): void {
  show(height, status?.tip?.height);
  show(quarantined, status?.quarantined);
  show(lag, status?.lag);
}

function show(gauge: Gauge, value: number | null | undefined): void {
  if (value === null || value === undefined) gauge.remove();
  else gauge.set(value);
}
