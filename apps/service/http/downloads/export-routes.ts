import { webConfig } from "@colonnade/domain/config.ts";
import { makeZip } from "client-zip";
import { Hono } from "hono";
import type { AppServices } from "../app-services.ts";
import { createConcurrencyLimit } from "../limits/concurrency-limit.ts";
import { createRateLimit, HOUR } from "../limits/rate-limit.ts";
import { openVerifyPage } from "../pages/verify-routes.ts";
import type { Env } from "../requests/env.ts";
import { streamedBody } from "../responses/streamed-body.ts";
import { requireSession } from "../session/session.ts";
import { exportFiles } from "./export-files.ts";

/** Archives that somebody may make in an hour. */
const ARCHIVES_AN_HOUR = 6;
/** Archives that are made at once. Each signs a credential for every endorsement. */
const SLOTS = { client: 2, all: 50 };
/** Seconds. */
const RETRY_AFTER = 60;

/**
 * `GET /export.zip`: the endorsements that the signed-in person earned and sent, with their proofs, credentials and
 * images. The archive is made while the client reads it, and not stored.
 */
export function exportRoutes(services: AppServices): Hono<Env> {
  const { config, database, warnOfTrouble } = services;
  const app = new Hono<Env>();
  const rate = createRateLimit(config, ARCHIVES_AN_HOUR, HOUR);
  const slots = createConcurrencyLimit(config, SLOTS, RETRY_AFTER);
  const openPage = openVerifyPage(services);

  app.get("/export.zip", async (c) => {
    const principal = await requireSession(c, services);
    // The web app sends HEAD first, so that it can say why there is no archive.
    const isHead = c.req.method === "HEAD";
    if (isHead) rate.check(c, principal);
    const verifyPage = (await openPage())?.identity ?? null;
    const { outgoing } = c.env;
    // Nothing would release the slot of a client that has gone already.
    if (outgoing.destroyed) return c.body(null);
    outgoing.once("close", slots.acquire(c));
    if (!isHead) rate.count(c, principal);
    c.header("content-type", "application/zip");
    c.header("content-disposition", `attachment; filename="colonnade-${principal}.zip"`);
    c.header("cache-control", "private, no-store");
    if (isHead) return c.body(null);
    const archive = makeZip(exportFiles(database, webConfig(config), { principal, verifyPage }));
    return streamedBody(c, archive, warnOfTrouble, "an archive was not sent to its end");
  });

  return app;
}
