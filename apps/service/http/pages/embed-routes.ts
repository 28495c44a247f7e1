import { type Endorsement, endorsementSchema } from "@colonnade/domain/endorsement.ts";
import { calls } from "@colonnade/domain/http/contract.ts";
import type { Oembed } from "@colonnade/domain/oembed.ts";
import { principalSchema } from "@colonnade/domain/principal.ts";
import { type Context, Hono } from "hono";
import { findShownImage } from "../../images/store.ts";
import type { AppServices } from "../app-services.ts";
import { NotFoundError, NotImplementedError } from "../errors.ts";
import { readEndorsement } from "../reads/endorsements.ts";
import {
  isShownElsewhere,
  parseEndorsements,
  readShownEarned,
  readShownName,
} from "../reads/shown-profile.ts";
import type { Env } from "../requests/env.ts";
import { parseInput } from "../requests/input.ts";
import { jsonResponse, sendCached } from "../responses/cached-response.ts";
import { createResponseCache } from "../responses/response-cache.ts";
import {
  type EmbedTheme,
  embeddedEndorsement,
  embeddedNothing,
  embeddedProfile,
  embedPolicy,
} from "./embed-page.ts";

/** Bytes of cached pages. */
const CAPACITY = 8 * 1024 * 1024;
/** Endorsements that a profile's page names. */
const NEWEST = 5;
/** Pixels of a frame. */
const FRAME = { width: 480, height: 320 };
/** Seconds that other sites may keep what oEmbed says. */
const CACHE_AGE = 3_600;

/** What can be shown within another page. */
type Subject =
  | { kind: "endorsement"; endorsement: Endorsement }
  | { kind: "profile"; address: string; name: string };

/**
 * Pages for frames of other sites, `/embed/endorsement/{id}` and `/embed/profile/{address}`, in the system's theme or
 * that of `?theme=`, and `GET /api/oembed`, which says how to frame them.
 */
export function embedRoutes(services: AppServices): Hono<Env> {
  const { config, database, readLimit, revision } = services;
  const { origin } = config;
  const app = new Hono<Env>();
  const cache = createResponseCache(revision, CAPACITY);

  app.get("/embed/:rest{[^]+}", async (c) => {
    const theme = themeOf(c.req.query("theme"));
    const path = c.req.path.slice("/embed".length);
    const write = async () => {
      const subject = await find(path);
      return subject === null ? null : pageOf(subject, theme);
    };
    const found = await cache.getOrCreate(`${path} ${theme}`, write, () => readLimit.acquire(c));
    c.header("content-security-policy", embedPolicy);
    c.header("cross-origin-resource-policy", "cross-origin");
    if (found === null) return c.html(await embeddedNothing(origin, theme), 404);
    return sendCached(c, cache, found, "text/html; charset=utf-8");
  });

  app.get(calls.getOembed.path, async (c: Context<Env>) => {
    if (c.req.query("format") === "xml") throw new NotImplementedError("Only JSON is available");
    const asked = parseInput(calls.getOembed.query, c.req.query());
    const response = await jsonResponse(c, services, async () => {
      const path = pathOf(asked.url);
      const subject = path === null ? null : await find(path);
      return subject && path && JSON.stringify(describe(subject, path, asked));
    });
    if (response === null) throw new NotFoundError("There is nothing to show at this address");
    return response;
  });

  /** The path of an address of ours. */
  function pathOf(url: string): string | null {
    const parsed = URL.canParse(url) ? new URL(url) : null;
    return parsed?.origin === origin ? parsed.pathname : null;
  }

  /** What an address shows to everybody; null for anything that nobody approved, or that is gone. */
  async function find(path: string): Promise<Subject | null> {
    const [, kind, id = ""] = /^\/(endorsement|profile)\/([^/]+)$/.exec(path) ?? [];
    if (kind === "endorsement")
      return /^[1-9]\d{0,14}$/.test(id) ? findEndorsement(Number(id)) : null;
    return kind === "profile" && principalSchema.safeParse(id).success ? findProfile(id) : null;
  }

  async function findEndorsement(id: number): Promise<Subject | null> {
    const json = await readEndorsement(database, { id });
    if (json === null) return null;
    const endorsement = endorsementSchema.parse(JSON.parse(json));
    const isShown = endorsement.approved || endorsement.withdrawn !== undefined;
    return isShown && isShownElsewhere(endorsement) ? { kind: "endorsement", endorsement } : null;
  }

  async function findProfile(address: string): Promise<Subject | null> {
    const name = await readShownName(database, address);
    return name === null ? null : { kind: "profile", address, name };
  }

  async function pageOf(subject: Subject, theme: EmbedTheme): Promise<string> {
    if (subject.kind === "endorsement") {
      const { endorsement } = subject;
      const found = await findShownImage(database, endorsement.milestoneURI);
      const image = found && `/ipfs/${found.cid}?width=256`;
      return embeddedEndorsement(endorsement, { origin, theme, image });
    }
    const endorsements = parseEndorsements(
      await readShownEarned(database, subject.address, NEWEST),
    );
    return embeddedProfile({ ...subject, endorsements }, { origin, theme });
  }

  function describe(
    subject: Subject,
    path: string,
    {
      maxwidth = FRAME.width,
      maxheight = FRAME.height,
    }: { maxwidth?: number | undefined; maxheight?: number | undefined },
  ): Oembed {
    const width = Math.min(maxwidth, FRAME.width);
    const height = Math.min(maxheight, FRAME.height);
    // The path has letters, digits, dots, hyphens and slashes only.
    const html = `<iframe src="${origin}/embed${path}" width="${width}" height="${height}" title="${subject.kind === "profile" ? "Endorsements" : "An endorsement"} on Colonnade" loading="lazy" style="border:0"></iframe>`;
    return {
      version: "1.0",
      type: "rich",
      provider_name: "Colonnade",
      provider_url: origin,
      title: subject.kind === "profile" ? subject.name : subject.endorsement.title,
      html,
      width,
      height,
      cache_age: CACHE_AGE,
    };
  }

  return app;
}

const themeOf = (text: string | undefined): EmbedTheme =>
  text === "light" || text === "dark" ? text : undefined;
