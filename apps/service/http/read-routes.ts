import { calls } from "@colonnade/domain/http/contract.ts";
import { limits } from "@colonnade/domain/limits.ts";
import { Hono } from "hono";
import { answer } from "./answer.ts";
import { parseInput } from "./input.ts";
import { everyEndorsement, readEndorsement, readEndorsementPage } from "./reads/endorsements.ts";
import { readEvents } from "./reads/events.ts";
import { readFollow } from "./reads/follows.ts";
import {
  everyOrganization,
  readOrganization,
  readOrganizationPage,
} from "./reads/organizations.ts";
import {
  everyProfile,
  readPendingProfile,
  readProfile,
  readProfilePage,
} from "./reads/profiles.ts";
import { readTokenMetadata } from "./reads/token-metadata.ts";
import { readWatcher } from "./reads/watchers.ts";
import type { Env, Services } from "./services.ts";
import { answerWholeLists } from "./whole-lists.ts";

/** The calls that anybody may read, each answered from memory while it is fresh. */
export function readRoutes(services: Services): Hono<Env> {
  const { database, config } = services;
  const app = new Hono<Env>();
  const answerWhole = answerWholeLists(services);

  app.get(calls.pageEndorsements.path, (c) => {
    const query = c.req.query();
    if (Object.keys(query).length === 0) return answerWhole(c, everyEndorsement);
    const filter = parseInput(calls.pageEndorsements.query, withLimit(query));
    return answer(c, services, () => readEndorsementPage(database, filter));
  });

  app.get(calls.pageProfiles.path, (c) => {
    const query = c.req.query();
    if (Object.keys(query).length === 0) return answerWhole(c, everyProfile);
    const filter = parseInput(calls.pageProfiles.query, withLimit(query));
    return answer(c, services, () => readProfilePage(database, filter));
  });

  app.get(calls.pageOrganizations.path, (c) => {
    const query = c.req.query();
    if (Object.keys(query).length === 0) return answerWhole(c, everyOrganization);
    const filter = parseInput(calls.pageOrganizations.query, withLimit(query));
    return answer(c, services, () => readOrganizationPage(database, filter));
  });

  app.get(calls.getProfile.path, (c) => {
    const { principal } = parseInput(calls.getProfile.query, c.req.query());
    return answer(
      c,
      services,
      async () =>
        (await readProfile(database, principal)) ?? (await readPendingProfile(database, principal)),
    );
  });

  app.get(calls.getEvents.path, (c) => {
    const query = parseInput(calls.getEvents.query, c.req.query());
    return answer(c, services, () => readEvents(database, query));
  });

  app.get(calls.getEndorsement.path, (c) => {
    const { id } = parseInput(calls.getEndorsement.query, c.req.query());
    return answer(c, services, () => readEndorsement(database, id));
  });

  app.get(calls.getOrganization.path, (c) => {
    const { id } = parseInput(calls.getOrganization.query, c.req.query());
    return answer(c, services, () => readOrganization(database, id));
  });

  app.get(calls.getFollow.path, (c) => {
    const pair = parseInput(calls.getFollow.query, c.req.query());
    return answer(c, services, () => readFollow(database, pair));
  });

  app.get(calls.getWatcher.path, (c) => {
    const { principal } = parseInput(calls.getWatcher.query, c.req.query());
    return answer(c, services, () => readWatcher(database, principal));
  });

  app.get("/api/token-metadata/:id", (c) => {
    const { id } = parseInput(calls.getTokenMetadata.params, c.req.param());
    return answer(c, services, async () => {
      const metadata = await readTokenMetadata(database, id, config.origin);
      return metadata === null ? null : JSON.stringify(metadata);
    });
  });

  return app;
}

/** A page without a limit has the usual one. */
function withLimit(query: Record<string, string>): Record<string, string> {
  return { limit: String(limits.defaultPageItems), ...query };
}
