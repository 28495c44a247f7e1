import { createHash } from "node:crypto";
import { normalizeCid } from "@colonnade/domain/cid.ts";
import { imageQuerySchema } from "@colonnade/domain/http/call.ts";
import { imageSchema } from "@colonnade/domain/image.ts";
import { type Context, Hono } from "hono";
import { z } from "zod";
import { createLinkedImages } from "../images/linked-images.ts";
import { createVariants } from "../images/processing.ts";
import { LinkedImageError } from "../images/request-image.ts";
import { type FoundImage, findImage, isHidden, isPreset } from "../images/store.ts";
import { createConcurrencyLimit } from "./concurrency-limit.ts";
import { matchesEtag } from "./content-negotiation.ts";
import { HiddenError, NotFoundError } from "./errors.ts";
import { parseInput } from "./input.ts";
import { createRateLimit, MINUTE } from "./rate-limit.ts";
import type { Env, Services } from "./services.ts";

/**
 * How long browsers and proxies keep an image. The bytes of a CID never change, but a watcher may hide them, and that
 * has to take effect soon. Asking again costs a 304. A preset cannot be hidden.
 */
const cacheControl = {
  preset: "public, max-age=31536000, immutable",
  other: "public, max-age=300, must-revalidate",
};

/** Images that may be loaded from other hosts: for a client at once and in a minute, and for all at once. */
const LOADS = { client: 40, all: 200 };
const LOADS_A_MINUTE = 300;
/** Seconds. */
const RETRY_AFTER = 5;

/** Of `GET /image`. */
const linkedImageSchema = z.object({
  url: imageSchema.check(z.startsWith("https://", "Expected an https address")),
});

/**
 * `GET /ipfs/{cid}`: the stored image, or its variant of a `width`. Takes every spelling of a CID. Sends browsers to the
 * gateway for what is not stored here, and for a path below a CID. `Sunset` says when an image that nothing names yet may
 * be removed (RFC 8594).
 *
 * `GET /image?url={address}`: an image outside of IPFS, unless a watcher has hidden it. The service loads it, so its
 * host does not see who looks at it.
 */
export function imageRoutes({ config, database, imageAgent, log }: Services): Hono<Env> {
  const app = new Hono<Env>();
  const variants = createVariants();
  const linkedImages = createLinkedImages(database, imageAgent);
  const loads = createConcurrencyLimit(config, LOADS, RETRY_AFTER);
  const loadRate = createRateLimit(config, LOADS_A_MINUTE, MINUTE);
  app.on("GET", ["/ipfs/:cid", "/ipfs/:cid/*"], async (c) => {
    const cid = normalizeCid(c.req.param("cid"));
    if (cid === null) throw new NotFoundError("There is no such image");
    c.header("cross-origin-resource-policy", "cross-origin");
    const { width } = parseInput(imageQuerySchema, c.req.query());
    const image = await findImage(database, cid);
    if (image === "hidden") throw new HiddenError();
    c.header("cache-control", isPreset(cid) ? cacheControl.preset : cacheControl.other);
    const path = pathBelow(c);
    if (image === null || path !== "") return c.redirect(gatewayLink(cid + path, config), 302);
    return sendImage(c, cid, width, image);
  });

  app.get("/image", async (c) => {
    const { url } = parseInput(linkedImageSchema, c.req.query());
    if (await isHidden(database, url)) throw new HiddenError();
    const bytes = await readLinked(c, url);
    c.header("cache-control", cacheControl.other);
    // Other sites must not use us to load their images.
    c.header("cross-origin-resource-policy", "same-origin");
    const etag = `"${createHash("sha256").update(bytes).digest("base64url")}"`;
    return sendBytes(c, etag, "image/webp", async () => bytes);
  });

  async function readLinked(c: Context<Env>, url: string): Promise<Uint8Array> {
    try {
      return await linkedImages.read(url, () => {
        loadRate.count(c);
        return loads.acquire(c);
      });
    } catch (error) {
      if (!(error instanceof LinkedImageError)) throw error;
      log.debug({ err: error, url }, "an image could not be loaded from its host");
      throw new NotFoundError("This image could not be loaded from its host");
    }
  }

  async function sendImage(
    c: Context<Env>,
    cid: string,
    width: number | undefined,
    { contentType, leavesAt, read }: FoundImage,
  ): Promise<Response> {
    const etag = width === undefined ? `"${cid}"` : `"${cid}-${width}-avif"`;
    if (leavesAt !== null) c.header("sunset", new Date(leavesAt).toUTCString());
    return width === undefined
      ? sendBytes(c, etag, contentType, read)
      : sendBytes(c, etag, "image/avif", () => variants.read(cid, width, read));
  }

  return app;
}

/** Sends an image, or 304. */
async function sendBytes(
  c: Context<Env>,
  etag: string,
  contentType: string,
  read: () => Promise<Uint8Array>,
): Promise<Response> {
  c.header("content-security-policy", "default-src 'none'; sandbox");
  c.header("etag", etag);
  if (matchesEtag(c.req.header("if-none-match"), etag)) return c.body(null, 304);
  c.header("content-type", contentType);
  return c.body(new Uint8Array(await read()));
}

/** What a request's path has below the CID, such as `/1.png`, still percent-encoded. Empty if there is nothing. */
function pathBelow(c: Context<Env>): string {
  return /^\/ipfs\/[^/]+(.*)$/.exec(new URL(c.req.url).pathname)?.[1] ?? "";
}

/**
 * The address at the public IPFS gateway.
 * @throws NotFoundError when this service is its own gateway
 */
function gatewayLink(path: string, { ipfsGateway, origin }: Services["config"]): string {
  if (ipfsGateway === origin) throw new NotFoundError("There is no such image");
  return `${ipfsGateway}/ipfs/${path}`;
}
