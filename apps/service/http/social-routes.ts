import { createHash } from "node:crypto";
import { normalizeCid } from "@colonnade/domain/cid.ts";
import { type Endorsement, endorsementSchema } from "@colonnade/domain/endorsement.ts";
import { ipfsPathOf } from "@colonnade/domain/image-address.ts";
import { nameOrAddress, type ProfileBrief } from "@colonnade/domain/profile.ts";
import { type Context, Hono } from "hono";
import { LRUCache } from "lru-cache";
import { drawSocialImage, SOCIAL_VERSION } from "../images/social/social-image.ts";
import { findImage } from "../images/store.ts";
import { createConcurrencyLimit } from "./concurrency-limit.ts";
import { matchesEtag } from "./content-negotiation.ts";
import { NotFoundError } from "./errors.ts";
import { createRateLimit, MINUTE } from "./rate-limit.ts";
import { readEndorsement } from "./reads/endorsements.ts";
import type { Env, Services } from "./services.ts";

/** Bytes of pictures that are kept: about a hundred. */
const CAPACITY = 24 * 1024 * 1024;
/** Pictures that may be drawn: for a client at once and in a minute, and for all at once. */
const DRAWINGS = { client: 4, all: 8 };
const DRAWINGS_A_MINUTE = 60;
/** Seconds. */
const RETRY_AFTER = 5;
/** Short, because a watcher may hide the image, and names change. */
const CACHE_CONTROL = "public, max-age=3600";

/**
 * `GET /social/{id}.jpg`: an approved or withdrawn endorsement as a picture of 1200 × 630 pixels, for link previews.
 * Each is drawn once until something on it changes.
 */
export function socialRoutes({ config, database }: Services): Hono<Env> {
  const app = new Hono<Env>();
  const drawn = new LRUCache<string, Buffer>({ max: 1_000, maxSize: CAPACITY });
  const places = createConcurrencyLimit(config, DRAWINGS, RETRY_AFTER);
  const rate = createRateLimit(config, DRAWINGS_A_MINUTE, MINUTE);

  app.get("/social/:file{[1-9][0-9]{0,14}\\.jpg}", async (c) => {
    const endorsement = await find(Number.parseInt(c.req.param("file"), 10));
    const cid = normalizeCid(ipfsPathOf(endorsement.milestoneURI) ?? "");
    const found = cid === null ? null : await findImage(database, cid);
    const image = found === "hidden" ? null : found;
    const shown = contentOf(endorsement);
    const key = [SOCIAL_VERSION, ...Object.values(shown), image === null ? "" : cid];
    const etag = `"${createHash("sha256").update(JSON.stringify(key)).digest("base64url")}"`;
    c.header("cache-control", CACHE_CONTROL);
    c.header("cross-origin-resource-policy", "cross-origin");
    c.header("etag", etag);
    if (matchesEtag(c.req.header("if-none-match"), etag)) return c.body(null, 304);
    c.header("content-type", "image/jpeg");
    const draw = async () => drawSocialImage({ ...shown, image: (await image?.read()) ?? null });
    return c.body(new Uint8Array(await drawOnce(c, etag, draw)));
  });

  /** @throws NotFoundError for one whose words nobody has approved */
  async function find(id: number): Promise<Endorsement> {
    const json = await readEndorsement(database, { id });
    const endorsement = json === null ? null : endorsementSchema.parse(JSON.parse(json));
    if (endorsement === null || !(endorsement.approved || endorsement.withdrawn)) {
      throw new NotFoundError("There is no such picture");
    }
    return endorsement;
  }

  async function drawOnce(
    c: Context<Env>,
    etag: string,
    draw: () => Promise<Buffer>,
  ): Promise<Buffer> {
    const known = drawn.get(etag);
    if (known !== undefined) return known;
    rate.count(c);
    const release = places.acquire(c);
    try {
      const bytes = await draw();
      drawn.set(etag, bytes, { size: bytes.length });
      return bytes;
    } finally {
      release();
    }
  }

  return app;
}

/** What the picture shows of an endorsement, but for its image. */
function contentOf(endorsement: Endorsement) {
  const { title, endorsement: words, organization, column_sender, column_receiver } = endorsement;
  return {
    title,
    words,
    from: organization ? `${organization.name} (organization)` : nameOf(column_sender),
    to: nameOf(column_receiver),
    status: endorsement.withdrawn === undefined ? ("approved" as const) : ("withdrawn" as const),
  };
}

const nameOf = (profile: ProfileBrief) =>
  profile.suspended === true ? `${nameOrAddress(profile)} (removed)` : nameOrAddress(profile);
