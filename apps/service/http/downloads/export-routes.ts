import { webConfig } from "@colonnade/domain/config.ts";
import { makeZip } from "client-zip";
import { Hono } from "hono";
import type { Services } from "../app-services.ts";
import { createRateLimit, HOUR } from "../limits/rate-limit.ts";
import { openVerifyPage } from "../pages/verify-routes.ts";
import type { Env } from "../requests/env.ts";
import { requireSession } from "../session/session.ts";
import { exportFiles } from "./export-files.ts";

/** Archives that somebody may make in an hour. */
const ARCHIVES_AN_HOUR = 6;

/**
 * `GET /export.zip`: the endorsements that the signed-in person earned and sent, with their proofs, credentials and
 * images. The archive is made while the client reads it, and not stored.
 */
export function exportRoutes(services: Services): Hono<Env> {
  const { config, database } = services;
  const app = new Hono<Env>();
  const rate = createRateLimit(config, ARCHIVES_AN_HOUR, HOUR);
  const openPage = openVerifyPage(services);

  app.get("/export.zip", async (c) => {
    const principal = await requireSession(c, services);
    // The web app sends HEAD first, so that it can say why there is no archive.
    if (c.req.method === "HEAD") rate.check(c, principal);
    else rate.count(c, principal);
    const verifyPage = (await openPage())?.identity ?? null;
    c.header("content-type", "application/zip");
    c.header("content-disposition", `attachment; filename="colonnade-${principal}.zip"`);
    c.header("cache-control", "private, no-store");
    return c.body(makeZip(exportFiles(database, webConfig(config), { principal, verifyPage })));
  });

  return app;
}
