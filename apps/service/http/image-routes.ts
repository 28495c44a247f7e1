import { normalizeCid } from "@colonnade/domain/cid.ts";
import { imageQuerySchema } from "@colonnade/domain/http/call.ts";
import { imageSchema } from "@colonnade/domain/image.ts";
import { type Context, Hono } from "hono";
import { z } from "zod";
import { createVariants } from "../images/processing.ts";
import { type FoundImage, findImage, isHidden, isPreset } from "../images/store.ts";
import { matchesEtag } from "./content-negotiation.ts";
import { ForbiddenError, HiddenError, NotFoundError } from "./errors.ts";
import { parseInput } from "./input.ts";
import type { Env, Services } from "./services.ts";

/**
 * How long browsers and proxies keep an image. The bytes of a CID never change, but a watcher may hide them, and that
 * has to take effect soon. Asking again costs a 304. A preset cannot be hidden.
 */
const cacheControl = {
  preset: "public, max-age=31536000, immutable",
  other: "public, max-age=300, must-revalidate",
};

/** Of `GET /image`. */
const linkedImageSchema = z.object({
  url: imageSchema.check(z.startsWith("https://", "Expected an https address")),
});

/**
 * `GET /ipfs/{cid}`: the stored image, or its variant of a `width`. Takes every spelling of a CID. Sends browsers to the
 * gateway for what is not stored here, and for a path below a CID.
 *
 * `GET /image?url={address}`: sends browsers to an image outside of IPFS, unless a watcher has hidden it. Only where they
 * load an image: a link in a text cannot lead to another site by our name.
 */
export function imageRoutes({ config, database }: Services): Hono<Env> {
  const app = new Hono<Env>();
  const variants = createVariants();
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
    c.header("vary", "Sec-Fetch-Dest");
    if (await isHidden(database, url)) throw new HiddenError();
    if (c.req.header("sec-fetch-dest") !== "image") {
      throw new ForbiddenError("This address is for images on a page");
    }
    // A cache between us and the browser may ignore Vary, and give a page the redirect of an image.
    c.header("cache-control", "private, max-age=300, must-revalidate");
    return c.redirect(url, 302);
  });

  async function sendImage(
    c: Context<Env>,
    cid: string,
    width: number | undefined,
    { contentType, read }: FoundImage,
  ): Promise<Response> {
    const etag = width === undefined ? `"${cid}"` : `"${cid}-${width}"`;
    c.header("content-security-policy", "default-src 'none'; sandbox");
    c.header("etag", etag);
    if (matchesEtag(c.req.header("if-none-match"), etag)) return c.body(null, 304);
    c.header("content-type", width === undefined ? contentType : "image/webp");
    const bytes = width === undefined ? await read() : await variants.read(cid, width, read);
    return c.body(new Uint8Array(bytes));
  }

  return app;
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
