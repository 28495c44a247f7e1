import { calls } from "@colonnade/domain/http/contract.ts";
import type { FirstCallName } from "@colonnade/domain/pages.ts";
import { type Context, Hono } from "hono";
import type { AppServices } from "../app-services.ts";
import { NotFoundError } from "../errors.ts";
import { readBlocked } from "../reads/blocked.ts";
import { everyEndorsement, readOwnRejected } from "../reads/endorsements.ts";
import { firstCallReads } from "../reads/first-calls.ts";
import { readInbox } from "../reads/inbox.ts";
import { everyOrganization } from "../reads/organizations.ts";
import { everyProfile } from "../reads/profiles.ts";
import { readRevisions } from "../reads/revisions.ts";
import { readTokenMetadata } from "../reads/token-metadata.ts";
import type { Env } from "../requests/env.ts";
import { parseInput } from "../requests/input.ts";
import { jsonResponse } from "../responses/cached-response.ts";
import { requireSession } from "../session/session.ts";
import { readFollow } from "./follows.ts";
import { wholeLists } from "./whole-lists.ts";

const lists = [
  ["pageEndorsements", everyEndorsement],
  ["pageProfiles", everyProfile],
  ["pageOrganizations", everyOrganization],
] as const;

const single: FirstCallName[] = [
  "getProfile",
  "getEvents",
  "getEndorsement",
  "getOrganization",
  "getWatcher",
];

/**
 * The calls that anybody may read, each answered from the response cache while it is fresh, and the private reads: a
 * user's own rejected endorsements, the revisions of words, and whom the user blocks.
 */
export function readRoutes(services: AppServices): Hono<Env> {
  const { database, config } = services;
  const app = new Hono<Env>();
  const respondWhole = wholeLists(services);
  const reads = firstCallReads(database);

  async function respond(c: Context<Env>, read: () => Promise<string | null>): Promise<Response> {
    const response = await jsonResponse(c, services, read);
    if (response === null) throw new NotFoundError("Not found");
    return response;
  }

  for (const [name, list] of lists) {
    app.get(calls[name].path, (c) => {
      const query = c.req.query();
      if (Object.keys(query).length === 0) return respondWhole(c, list);
      return respond(c, reads[name](query));
    });
  }

  for (const name of single) {
    app.get(calls[name].path, (c) => respond(c, reads[name](c.req.query())));
  }

  app.get(calls.getInbox.path, (c) => {
    const principal = parseInput(calls.getInbox.query, c.req.query());
    return respond(c, () => readInbox(database, principal));
  });

  app.get(calls.getFollow.path, (c) => {
    const pair = parseInput(calls.getFollow.query, c.req.query());
    return respond(c, () => readFollow(database, pair));
  });

  app.get("/api/token-metadata/:id", (c) => {
    const { id } = parseInput(calls.getTokenMetadata.params, c.req.param());
    return respond(c, async () => {
      const metadata = await readTokenMetadata(database, id, config.origin);
      return metadata === null ? null : JSON.stringify(metadata);
    });
  });

  app.get(calls.pageOwnRejected.path, async (c) => {
    const filter = parseInput(calls.pageOwnRejected.query, c.req.query());
    const sender = await requireSession(c, services);
    return c.body(await readOwnRejected(database, sender, filter), 200, privateHeaders);
  });

  app.get(calls.getRevisions.path, async (c) => {
    const { id } = parseInput(calls.getRevisions.query, c.req.query());
    const reader = await requireSession(c, services);
    const revisions = await readRevisions(database, id, reader);
    if (revisions === null) throw new NotFoundError("Not found");
    return c.body(JSON.stringify(revisions), 200, privateHeaders);
  });

  app.get(calls.pageBlocked.path, async (c) => {
    const filter = parseInput(calls.pageBlocked.query, c.req.query());
    const receiver = await requireSession(c, services);
    return c.body(await readBlocked(database, receiver, filter), 200, privateHeaders);
  });

  return app;
}

const privateHeaders = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "private, no-store",
};
