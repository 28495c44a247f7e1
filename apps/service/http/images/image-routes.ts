import { createHash } from "node:crypto";
import { normalizeCid } from "@colonnade/domain/cid.ts";
import { imageQuerySchema } from "@colonnade/domain/http/call.ts";
import { imageSchema } from "@colonnade/domain/image.ts";
import { type Context, Hono } from "hono";
import { z } from "zod";
import { createLinkedImages } from "../../images/linked-images.ts";
import { createVariants, type ScaledImage } from "../../images/processing.ts";
import { LinkedImageError } from "../../images/request-image.ts";
import { type FoundImage, findImage, isHidden, isPreset } from "../../images/store.ts";
import type { AppServices } from "../app-services.ts";
import { HiddenError, NotFoundError } from "../errors.ts";
import { createFairQueue, neverGivenUp } from "../limits/fair-queue.ts";
import { createRateLimit, MINUTE } from "../limits/rate-limit.ts";
import type { Env } from "../requests/env.ts";
import { parseInput } from "../requests/input.ts";
import { binaryBody } from "../responses/binary-body.ts";
import { matchesEtag } from "../responses/content-negotiation.ts";

/**
 * How long browsers and proxies keep an image. The bytes of a CID never change, but a watcher may hide them, and that
 * has to take effect soon. Asking again costs a 304. A preset cannot be hidden.
 */
const cacheControl = {
  preset: "public, max-age=31536000, immutable",
  other: "public, max-age=300, must-revalidate",
};

/**
 * Reads of the database at once. A page shows many images, and a browser may ask for all of them at once, so they wait
 * for their turn.
 */
const READS = { all: 4, client: 2, waiting: 250 };
/** Variants made at once. */
const SCALINGS = { all: 2, client: 2, waiting: 250 };
/**
 * Loads from other hosts at once. Each may hold five megabytes for 3.5 seconds, so four clients or sites never have
 * all.
 */
const LOADS = { all: 24, client: 5, waiting: 40 };
const LOADS_A_MINUTE = 300;
/** Loaded images processed at once. No more wait than are loaded. */
const PROCESSINGS = { all: 1, client: 1, waiting: LOADS.client };
/** Seconds. */
const RETRY_AFTER = 5;

/** The query of `GET /image`. */
const linkedImageSchema = z.object({
  url: imageSchema.check(z.startsWith("https://", "Expected an https address")),
});

/**
 * `GET /ipfs/{cid}`: the stored image, or its variant of a `width`. Takes every spelling of a CID. Redirects browsers
 * to the gateway for what is not stored here, and for a path below a CID. `Sunset` says when an image that the chain
 * does not name yet may be removed (RFC 8594).
 *
 * `GET /image?url={address}`: an image outside of IPFS, unless a watcher has hidden it. The service loads it, so its
 * host does not see who looks at it.
 */
export function imageRoutes({ config, database, imageAgent, log }: AppServices): Hono<Env> {
  const app = new Hono<Env>();
  const variants = createVariants();
  const linkedImages = createLinkedImages(database, imageAgent);
  const toRead = createFairQueue(config, READS, RETRY_AFTER);
  const toScale = createFairQueue(config, SCALINGS, RETRY_AFTER);
  const toLoad = createFairQueue(config, LOADS, RETRY_AFTER);
  const toProcess = createFairQueue(config, PROCESSINGS, RETRY_AFTER);
  const loadRate = createRateLimit(config, LOADS_A_MINUTE, MINUTE);
  app.on("GET", ["/ipfs/:cid", "/ipfs/:cid/*"], async (c) => {
    const cid = normalizeCid(c.req.param("cid"));
    if (cid === null) throw new NotFoundError("There is no such image");
    c.header("cross-origin-resource-policy", "cross-origin");
    const { width } = parseInput(imageQuerySchema, c.req.query());
    const image = await toRead(c, () => findImage(database, cid));
    if (image === "hidden") throw new HiddenError();
    c.header("cache-control", isPreset(cid) ? cacheControl.preset : cacheControl.other);
    const path = pathBelow(c);
    if (image === null || path !== "") return c.redirect(gatewayLink(cid + path, config), 302);
    return sendImage(c, cid, width, image);
  });

  app.get("/image", async (c) => {
    const { url } = parseInput(linkedImageSchema, c.req.query());
    if (await toRead(c, () => isHidden(database, url))) throw new HiddenError();
    const bytes = await readLinked(c, url);
    c.header("cache-control", cacheControl.other);
    // Other sites must not use us to load their images.
    c.header("cross-origin-resource-policy", "same-origin");
    const etag = `"${createHash("sha256").update(bytes).digest("base64url")}"`;
    return sendBytes(c, etag, "image/webp", async () => bytes);
  });

  async function readLinked(c: Context<Env>, url: string): Promise<Uint8Array> {
    try {
      const kept = await toRead(c, () => linkedImages.find(url));
      return kept ?? (await toLoad(c, () => load(c, url)));
    } catch (error) {
      if (!(error instanceof LinkedImageError)) throw error;
      log.debug({ err: error, url }, "an image could not be loaded from its host");
      throw new NotFoundError("This image could not be loaded from its host");
    }
  }

  const load = (c: Context<Env>, url: string) =>
    linkedImages.load(url, {
      begin: () => loadRate.count(c),
      inTurn: (task, isLong) => toProcess(c, task, { isLong, givenUp: neverGivenUp }),
    });

  async function sendImage(
    c: Context<Env>,
    cid: string,
    width: number | undefined,
    { contentType, leavesAt, read }: FoundImage,
  ): Promise<Response> {
    const etag = width === undefined ? `"${cid}"` : `"${cid}-${width}-avif"`;
    if (leavesAt !== null) c.header("sunset", new Date(leavesAt).toUTCString());
    return width === undefined
      ? sendBytes(c, etag, contentType, () => toRead(c, read))
      : sendBytes(c, etag, "image/avif", () => readVariant(c, { cid, width, read }));
  }

  const readVariant = async (c: Context<Env>, image: ScaledImage) =>
    variants.find(image) ?? (await toScale(c, () => variants.make(image)));

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
  return c.body(binaryBody(await read()));
}

/** What a request's path has below the CID, such as `/1.png`, still percent-encoded. Empty if there is nothing. */
function pathBelow(c: Context<Env>): string {
  return /^\/ipfs\/[^/]+(.*)$/.exec(new URL(c.req.url).pathname)?.[1] ?? "";
}

/**
 * The address at the public IPFS gateway.
 * @throws NotFoundError when this service is its own gateway
 */
function gatewayLink(path: string, { ipfsGateway, origin }: AppServices["config"]): string {
  if (ipfsGateway === origin) throw new NotFoundError("There is no such image");
  return `${ipfsGateway}/ipfs/${path}`;
}
