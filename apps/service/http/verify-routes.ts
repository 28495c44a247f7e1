import { type Context, Hono } from "hono";
import { chooseEncoding, matchesEtag } from "./content-negotiation.ts";
import type { Env, Services } from "./services.ts";
import { openVerifyPage } from "./verify-page.ts";
import { encoded } from "./web-files.ts";

/** A policy inside a document cannot say this, so it is a header. */
const framePolicy = "frame-ancestors 'none'";

/**
 * The page that checks proofs, at `/verify` and `/verify/{id}`, and as a file to keep at `/verify.html`. It is one
 * document with a content security policy of its own, because it asks nodes that the reader names.
 */
export function verifyRoutes(services: Services): Hono<Env> {
  const app = new Hono<Env>();
  const open = openVerifyPage(services);

  async function send(c: Context<Env>): Promise<Response> {
    const page = await open();
    if (page === null) return c.notFound();
    const { etag, encoding, body } = encoded(page, chooseEncoding(c.req.header("accept-encoding")));
    c.header("content-type", "text/html; charset=utf-8");
    c.header("content-security-policy", framePolicy);
    c.header("vary", "Accept-Encoding");
    c.header("cache-control", "no-cache");
    c.header("etag", etag);
    if (matchesEtag(c.req.header("if-none-match"), etag)) return c.body(null, 304);
    if (encoding !== "identity") c.header("content-encoding", encoding);
    return c.body(new Uint8Array(body));
  }

  app.on("GET", ["/verify", "/verify/:id{[1-9][0-9]{0,14}}"], send);
  app.get("/verify.html", (c) => {
    c.header("content-disposition", 'attachment; filename="verify.html"');
    return send(c);
  });

  return app;
}
