import { setTimeout } from "node:timers/promises";
import { calls } from "@colonnade/domain/http/contract.ts";
import { Hono } from "hono";
import { showStatus } from "../metrics.ts";
import { readStatus } from "./index-status.ts";
import type { Env, Services } from "./services.ts";

/** Milliseconds that the metrics wait for the database. Then they are sent without its figures. */
const SCRAPE_TIMEOUT = 1_000;

/** Seconds after which a service that is not ready may be asked again. */
const RETRY_AFTER = 5;

/** What operators and machines ask: status, health and metrics. */
export function systemRoutes(services: Services): Hono<Env> {
  const { metrics, log } = services;
  const app = new Hono<Env>();

  app.get(calls.getStatus.path, async (c) => {
    c.header("cache-control", "no-store");
    return c.json(await readStatus(services));
  });

  app.get("/healthz", (c) => c.text("ok"));

  app.get("/readyz", async (c) => {
    const stalled = await readStatus(services).then(
      (status) => status.stalled,
      (error: unknown) => {
        log.warn({ err: error }, "the database does not answer");
        return "The database does not answer.";
      },
    );
    if (stalled === null) return c.text("ok");
    c.header("retry-after", String(RETRY_AFTER));
    return c.text(stalled, 503);
  });

  app.get("/metrics", async (c) => {
    const reading = readStatus(services).catch((error) => {
      // The other figures matter most when the database fails.
      log.warn({ err: error }, "the index could not be read for the metrics");
      return null;
    });
    const late = setTimeout(SCRAPE_TIMEOUT, null, { ref: false });
    showStatus(metrics, await Promise.race([reading, late]));
    return c.text(await metrics.registry.metrics(), 200, {
      "content-type": metrics.registry.contentType,
    });
  });

  return app;
}
