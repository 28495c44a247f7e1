import { join } from "node:path";
import { verifySettings } from "@colonnade/domain/config.ts";
import { type Context, Hono } from "hono";
import type { AppServices } from "../app-services.ts";
import type { Env } from "../requests/env.ts";
import { chooseEncoding } from "../responses/content-negotiation.ts";
import { encoded, openWebFiles, type WebFile } from "./web-files.ts";
import { injectSettings, sendTagged } from "./web-routes.ts";

/** A document cannot set `frame-ancestors` in its own policy, so this is a header. */
const framePolicy = "frame-ancestors 'none'";

/**
 * The page that checks proofs, at `/verify` and `/verify/{id}`, and as a file to keep at `/verify.html`. It is one
 * document with a content security policy of its own, because it asks nodes that the reader names.
 */
export function verifyRoutes(services: AppServices): Hono<Env> {
  const app = new Hono<Env>();
  const open = openVerifyPage(services);

  async function send(c: Context<Env>): Promise<Response> {
    const page = await open();
    if (page === null) return c.notFound();
    c.header("content-type", "text/html; charset=utf-8");
    c.header("content-security-policy", framePolicy);
    c.header("vary", "Accept-Encoding");
    c.header("cache-control", "no-cache");
    return sendTagged(c, encoded(page, chooseEncoding(c.req.header("accept-encoding"))));
  }

  app.on("GET", ["/verify", "/verify/:id{[1-9][0-9]{0,14}}"], send);
  app.get("/verify.html", (c) => {
    c.header("content-disposition", 'attachment; filename="verify.html"');
    return send(c);
  });

  return app;
}

/** Opens the page that checks proofs, with what this service proposes in it; null where it is not built. */
export function openVerifyPage({
  config,
  webFolder,
}: Pick<AppServices, "config" | "webFolder">): () => Promise<WebFile | null> {
  const settings = JSON.stringify(verifySettings(config)).replaceAll("<", "\\u003c");
  const open = openWebFiles((page) => injectSettings(page, settings));
  return () => open(join(webFolder, "verify.html"));
}
