import { imageQuerySchema } from "@colonnade/domain/http/call.ts";
import { imageLink, ipfsAddress, isCid } from "@colonnade/domain/image-address.ts";
import { Hono } from "hono";
import { findImage } from "../images/store.ts";
import { createVariants } from "../images/variants.ts";
import { NotFoundError } from "./errors.ts";
import { matches } from "./etag.ts";
import { parseInput } from "./input.ts";
import type { Env, Services } from "./services.ts";

/** `GET /ipfs/{cid}`: what is stored under a CID never changes, nor does what is made of it at a `width`. */
export function imageRoutes({ config, database }: Services): Hono<Env> {
  const app = new Hono<Env>();
  const variants = createVariants();
  app.get("/ipfs/:cid", async (c) => {
    const cid = c.req.param("cid");
    if (!isCid(cid)) throw new NotFoundError("There is no such image");
    c.header("cross-origin-resource-policy", "cross-origin");
    const { width } = parseInput(imageQuerySchema, c.req.query());
    const etag = width === undefined ? `"${cid}"` : `"${cid}-${width}"`;
    const image = await findImage(database, cid);
    if (image === null) {
      if (config.ipfsGateway === config.origin) throw new NotFoundError("There is no such image");
      // Somebody else's image: a gateway of the whole of IPFS may have it.
      return c.redirect(imageLink(ipfsAddress(cid), config.ipfsGateway) ?? config.origin, 302);
    }
    c.header("cache-control", "public, max-age=31536000, immutable");
    c.header("content-security-policy", "default-src 'none'; sandbox");
    c.header("etag", etag);
    if (matches(c.req.header("if-none-match"), etag)) return c.body(null, 304);
    const { contentType, read } = image;
    c.header("content-type", width === undefined ? contentType : "image/webp");
    const bytes = width === undefined ? await read() : await variants.read(cid, width, read);
    return c.body(new Uint8Array(bytes));
  });
  return app;
}
