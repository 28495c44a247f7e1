import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export interface Metrics {
  registry: Registry;
  blocks: Counter;
  height: Gauge;
  quarantined: Gauge;
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
