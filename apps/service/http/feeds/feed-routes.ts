import { limits } from "@colonnade/domain/limits.ts";
import { principalSchema } from "@colonnade/domain/principal.ts";
import { Hono } from "hono";
import type { AppServices } from "../app-services.ts";
import { NotFoundError } from "../errors.ts";
import { readEndorsementPage } from "../reads/endorsements.ts";
import { parseEndorsements, readShownEarned, readShownName } from "../reads/shown-profile.ts";
import type { Env } from "../requests/env.ts";
import { sendCached } from "../responses/cached-response.ts";
import { openHeaders } from "../responses/cross-origin.ts";
import { createResponseCache } from "../responses/response-cache.ts";
import { type FeedFormat, type FeedSubject, feedTypes, writeFeed } from "./feed-document.ts";

/** Bytes of cached feeds. */
const CAPACITY = 8 * 1024 * 1024;

const isFormat = (text: string): text is FeedFormat => Object.hasOwn(feedTypes, text);

/**
 * Feeds of approved endorsements, newest first, as Atom, RSS and JSON. `/feeds/network.atom` has all,
 * `/feeds/profile/{address}.atom` those that somebody earned and shows, `/feeds/org/{id}.atom` those that an
 * organization issued.
 */
export function feedRoutes({ config, database, readLimit, revision }: AppServices): Hono<Env> {
  const app = new Hono<Env>();
  const cache = createResponseCache(revision, CAPACITY);

  app.get("/feeds/*", async (c) => {
    const dot = c.req.path.lastIndexOf(".");
    const format = c.req.path.slice(dot + 1);
    if (!isFormat(format)) throw new NotFoundError("There is no such feed");
    const write = async () => {
      const subject = await find(c.req.path.slice(0, dot));
      return subject === null ? null : writeFeed(subject, format, config.origin);
    };
    for (const [name, value] of Object.entries(openHeaders)) c.header(name, value);
    const found = await cache.getOrCreate(c.req.path, write, () => readLimit.acquire(c));
    if (found === null) throw new NotFoundError("There is no such feed");
    return sendCached(c, cache, found, feedTypes[format]);
  });

  /** @param path of a feed, without its ending @returns null where there is none */
  async function find(path: string): Promise<FeedSubject | null> {
    if (path === "/feeds/network") {
      return { title: "Colonnade", page: "/home", path, endorsements: await read({}) };
    }
    const [, kind, id = ""] = /^\/feeds\/(profile|org)\/([^/]+)$/.exec(path) ?? [];
    if (kind === "profile") return findProfile(id, path);
    return kind === "org" && /^[1-9]\d{0,14}$/.test(id) ? findOrganization(Number(id), path) : null;
  }

  async function findProfile(address: string, path: string): Promise<FeedSubject | null> {
    if (!principalSchema.safeParse(address).success) return null;
    const name = await readShownName(database, address);
    if (name === null) return null;
    const json = await readShownEarned(database, address, limits.defaultPageItems);
    const endorsements = parseEndorsements(json);
    return { title: `Endorsements of ${name}`, page: `/profile/${address}`, path, endorsements };
  }

  async function findOrganization(id: number, path: string): Promise<FeedSubject | null> {
    const found = await database.kysely
      .selectFrom("organizations")
      .where("id", "=", id)
      .select("state")
      .executeTakeFirst();
    if (found === undefined) return null;
    const { name }: { name: string } = JSON.parse(found.state);
    const endorsements = await read({ org: id });
    return {
      title: `Endorsements by ${name} (organization)`,
      page: `/org/${id}`,
      path,
      endorsements,
    };
  }

  async function read(filter: { org?: number }) {
    const { defaultPageItems: limit } = limits;
    const json = await readEndorsementPage(database, { ...filter, approved: "true", limit });
    return parseEndorsements(json);
  }

  return app;
}
