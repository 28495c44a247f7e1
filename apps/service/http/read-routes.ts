import { calls } from "@colonnade/domain/http/contract.ts";
import type { FirstCallName } from "@colonnade/domain/http/first-calls.ts";
import { Hono } from "hono";
import { answer } from "./answer.ts";
import { parseInput } from "./input.ts";
import { readsByCall } from "./reads/by-call.ts";
import { everyEndorsement } from "./reads/endorsements.ts";
import { readFollow } from "./reads/follows.ts";
import { everyOrganization } from "./reads/organizations.ts";
import { everyProfile } from "./reads/profiles.ts";
import { readTokenMetadata } from "./reads/token-metadata.ts";
import type { Env, Services } from "./services.ts";
import { answerWholeLists } from "./whole-lists.ts";

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

/** The calls that anybody may read, each answered from memory while it is fresh. */
export function readRoutes(services: Services): Hono<Env> {
  const { database, config } = services;
  const app = new Hono<Env>();
  const answerWhole = answerWholeLists(services);
  const reads = readsByCall(database);

  for (const [name, list] of lists) {
    app.get(calls[name].path, (c) => {
      const query = c.req.query();
      if (Object.keys(query).length === 0) return answerWhole(c, list);
      return answer(c, services, reads[name](query));
    });
  }

  for (const name of single) {
    app.get(calls[name].path, (c) => answer(c, services, reads[name](c.req.query())));
  }

  app.get(calls.getFollow.path, (c) => {
    const pair = parseInput(calls.getFollow.query, c.req.query());
    return answer(c, services, () => readFollow(database, pair));
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
