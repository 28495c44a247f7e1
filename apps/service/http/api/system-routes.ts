import { calls } from "@colonnade/domain/http/contract.ts";
import { Hono } from "hono";
import { readStatus } from "../../monitoring/index-status.ts";
import type { AppServices } from "../app-services.ts";
import type { Env } from "../requests/env.ts";

/** Seconds after which a service that is not ready may be asked again. */
const RETRY_AFTER = 5;

/** What operators and machines ask of the app: status and health. */
export function systemRoutes(services: AppServices): Hono<Env> {
  const { warnOfTrouble } = services;
  const app = new Hono<Env>();

  app.get(calls.getStatus.path, async (c) => {
    c.header("cache-control", "no-store");
    return c.json(await readStatus(services));
  });

  app.get("/healthz", (c) => c.text("ok"));

  let reading: Promise<string | null> | null = null;
  /** Requests that come meanwhile share one reading: no limit counts them, so they must not add work. */
  function readTrouble(): Promise<string | null> {
    reading ??= readStatus(services)
      .then(
        (status) => status.stalled,
        (error: unknown) => {
          warnOfTrouble({ err: error }, "the database does not answer");
          return "The database does not answer.";
        },
      )
      .finally(() => {
        reading = null;
      });
    return reading;
  }

  app.get("/readyz", async (c) => {
    const stalled = await readTrouble();
    if (stalled === null) return c.text("ok");
    c.header("retry-after", String(RETRY_AFTER));
    return c.text(stalled, 503);
  });

  return app;
}
