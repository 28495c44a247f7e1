import type { RequestListener } from "node:http";
import { calls } from "@colonnade/domain/http/contract.ts";
import { getRequestListener } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { requestId } from "hono/request-id";
import { applicationRoutes } from "./api/application-routes.ts";
import { credentialRoutes } from "./api/credential-routes.ts";
import { proofRoutes } from "./api/proof-routes.ts";
import { readRoutes } from "./api/read-routes.ts";
import { reportRoutes } from "./api/report-routes.ts";
import { streamRoutes } from "./api/stream-routes.ts";
import { systemRoutes } from "./api/system-routes.ts";
import { writeRoutes } from "./api/write-routes.ts";
import type { AppServices } from "./app-services.ts";
import { dumpRoutes } from "./downloads/dump-routes.ts";
import { exportRoutes } from "./downloads/export-routes.ts";
import { errorResponse, NotFoundError } from "./errors.ts";
import { feedRoutes } from "./feeds/feed-routes.ts";
import { drawingRoutes } from "./images/drawing-routes.ts";
import { imageRoutes } from "./images/image-routes.ts";
import { uploadRoutes } from "./images/upload-routes.ts";
import { rejectUnusualPaths } from "./middleware/canonical-path.ts";
import { rejectUnknownParameters } from "./middleware/query-parameters.ts";
import { limitConcurrentBodies, limitRequests, limitTime } from "./middleware/request-limits.ts";
import { logRequests } from "./middleware/request-log.ts";
import { docsRoutes } from "./openapi/docs-routes.ts";
import { embedRoutes } from "./pages/embed-routes.ts";
import { sitemapRoutes } from "./pages/sitemap-routes.ts";
import { verifyRoutes } from "./pages/verify-routes.ts";
import { webRoutes } from "./pages/web-routes.ts";
import type { Env } from "./requests/env.ts";
import { createCachedSender } from "./responses/cached-sender.ts";
import { allowCrossOriginReads, requireOwnOriginForWrites } from "./responses/cross-origin.ts";
import { securityHeaders, withHeaders } from "./responses/security-headers.ts";
import { sessionRoutes } from "./session/session.ts";

/** The app's routes: API, images and web on one origin. */
function createApp(services: AppServices): Hono<Env> {
  const { config, inTime } = services;
  const app = new Hono<Env>();

  app.use(requestId({ headerName: "" }));
  app.use(logRequests(services));
  app.use(limitTime(inTime));

  app.use(rejectUnusualPaths());
  app.use(allowCrossOriginReads());
  app.use("/api/*", requireOwnOriginForWrites(config.origin));
  for (const path of ["/api/*", "/social/*", calls.getIssuer.path, calls.getDidDocument.path]) {
    app.use(path, rejectUnknownParameters());
  }
  app.use(limitRequests(config));
  app.use(limitConcurrentBodies(config, services.patience.body));

  app.route("/", readRoutes(services));
  app.route("/", proofRoutes(services));
  app.route("/", credentialRoutes(services));
  app.route("/", sessionRoutes(services));
  app.route("/", writeRoutes(services));
  app.route("/", uploadRoutes(services));
  app.route("/", applicationRoutes(services));
  app.route("/", reportRoutes(services));
  app.route("/", imageRoutes(services));
  app.route("/", streamRoutes(services));
  app.route("/", systemRoutes(services));
  app.route("/", docsRoutes(services));
  app.route("/", verifyRoutes(services));
  app.route("/", embedRoutes(services));
  app.route("/", sitemapRoutes(services));
  app.route("/", feedRoutes(services));
  app.route("/", exportRoutes(services));
  app.route("/", dumpRoutes(services));
  app.route("/", drawingRoutes(services));
  const unknownCall = (c: Context<Env>): never => {
    throw new NotFoundError(`There is no call ${c.req.method} ${c.req.path}`, "bad_path_error");
  };
  for (const path of ["/api/*", "/ipfs/*"]) app.all(path, unknownCall);
  app.route("/", webRoutes(services));
  app.all("*", unknownCall);

  app.onError((error, c) => errorResponse(error, c.var.requestId, c.var.etag));

  return app;
}

/** Handles the app's requests. Cached responses are sent before any routing. */
export function createAppListener(services: AppServices): RequestListener {
  const route = getRequestListener(createApp(services).fetch);
  const headers = securityHeaders(services.config);
  const listener = withHeaders(headers, (request, response) => {
    // The only pages that other sites may frame. Their policy says so, but older browsers read this header first.
    if (request.url?.startsWith("/embed/")) response.removeHeader("x-frame-options");
    void route(request, response);
  });
  const answerFromCache = createCachedSender(services.responseCache, headers);
  return (request, response) => {
    if (!answerFromCache(request, response)) listener(request, response);
  };
}
