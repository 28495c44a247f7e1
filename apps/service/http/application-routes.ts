import { calls } from "@colonnade/domain/http/contract.ts";
import { Hono } from "hono";
import { readWatchers } from "../indexer/review-parties.ts";
import { requireJson } from "./guard.ts";
import { parseInput, readJsonBody } from "./input.ts";
import { createLimiter, HOUR, MINUTE } from "./limiter.ts";
import { readApplicationPage } from "./reads/applications.ts";
import type { Env, Services } from "./services.ts";
import { requireSession, requireWatcher } from "./session.ts";
import { decideApplication } from "./writes/decision.ts";

/** Applying for an organization, and the watchers' review of it. */
export function applicationRoutes(services: Services): Hono<Env> {
  const { config, database, offChain } = services;
  const app = new Hono<Env>();
  const applications = createLimiter(config, 10, HOUR);
  const decisions = createLimiter(config, 120, MINUTE);

  app.post(calls.applyForOrganization.path, ...requireJson, async (c) => {
    const application = parseInput(calls.applyForOrganization.body, await readJsonBody(c));
    const applicant = await requireSession(c, services, application.address);
    applications.take(c, applicant);
    const watchers = await readWatchers(database.kysely);
    await offChain.write([applicant, ...watchers], (trx) =>
      trx
        .insertInto("applications")
        .values({ applicant, document: JSON.stringify(application), at: Date.now() })
        .execute(),
    );
    return c.json({ accepted: true });
  });

  app.get(calls.pageApplications.path, async (c) => {
    const filter = parseInput(calls.pageApplications.query, c.req.query());
    if (filter.applicant === undefined) await requireWatcher(c, services);
    else await requireSession(c, services, filter.applicant);
    c.header("cache-control", "no-store");
    return c.json(await readApplicationPage(database.kysely, filter));
  });

  app.post("/api/org-create-requests/:id/decision", ...requireJson, async (c) => {
    const { id } = parseInput(calls.decideApplication.params, c.req.param());
    const decision = parseInput(calls.decideApplication.body, await readJsonBody(c));
    const watcher = await requireWatcher(c, services);
    decisions.take(c, watcher);
    return c.json(await decideApplication(services, watcher, id, decision));
  });

  return app;
}
