import type { Server } from "node:http";
import { setTimeout } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { readStatus } from "../monitoring/index-status.ts";
import { showStatus } from "../monitoring/metrics.ts";
import { createGuardedServer } from "../server/guarded-server.ts";
import type { AppServices } from "./app-services.ts";
import { securityHeaders, withHeaders } from "./responses/security-headers.ts";

/** Milliseconds that the metrics wait for the database. Then they are sent without its figures. */
const SCRAPE_TIMEOUT = 1_000;

type MetricsServices = Pick<
  AppServices,
  "config" | "database" | "progress" | "metrics" | "warnOfTrouble" | "patience"
>;

/** The server of `GET /metrics`. It has a port of its own, so no path of the app leads to the operators' figures. */
export function createMetricsServer(services: MetricsServices): Server {
  const { config, metrics, warnOfTrouble } = services;
  const app = new Hono();
  app.get("/metrics", async (c) => {
    const reading = readStatus(services).catch((error: unknown) => {
      // The other figures matter most when the database fails.
      warnOfTrouble({ err: error }, "the index could not be read for the metrics");
      return null;
    });
    const late = setTimeout(SCRAPE_TIMEOUT, null, { ref: false });
    showStatus(metrics, await Promise.race([reading, late]));
    return c.text(await metrics.registry.metrics(), 200, {
      "content-type": metrics.registry.contentType,
    });
  });
  const listener = withHeaders(securityHeaders(config), getRequestListener(app.fetch));
  return createGuardedServer(services.patience).on("request", listener);
}
