import type { RequestListener } from "node:http";
import { calls } from "@colonnade/domain/http/contract.ts";
import { getRequestListener } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { requestId } from "hono/request-id";
import { applicationRoutes } from "./application-routes.ts";
import { badgeRoutes } from "./badge-routes.ts";
import { rejectUnusualPaths } from "./canonical-path.ts";
import { credentialRoutes } from "./credential-routes.ts";
import { allowCrossOriginReads, requireOwnOriginForWrites } from "./cross-origin.ts";
import { docsRoutes } from "./docs-routes.ts";
import { createDrawings } from "./drawings.ts";
import { dumpRoutes } from "./dump-routes.ts";
import { embedRoutes } from "./embed-routes.ts";
import { errorResponse, NotFoundError } from "./errors.ts";
import { exportRoutes } from "./export-routes.ts";
import { feedRoutes } from "./feed-routes.ts";
import { imageRoutes } from "./image-routes.ts";
import { rejectSlowBodies } from "./input.ts";
import { pictureRoutes } from "./picture-routes.ts";
import { proofRoutes } from "./proof-routes.ts";
import { rejectUnknownParameters } from "./query-parameters.ts";
import { readRoutes } from "./read-routes.ts";
import { reportRoutes } from "./report-routes.ts";
import { limitRequests } from "./request-limit.ts";
import { logRequests } from "./request-log.ts";
import { boundTime } from "./request-time.ts";
import { securityHeaders, withHeaders } from "./security-headers.ts";
import type { Env, Services } from "./services.ts";
import { sessionRoutes } from "./session.ts";
import { sitemapRoutes } from "./sitemap-routes.ts";
import { streamRoutes } from "./stream-routes.ts";
import { systemRoutes } from "./system-routes.ts";
import { uploadRoutes } from "./upload-routes.ts";
import { verifyRoutes } from "./verify-routes.ts";
import { webRoutes } from "./web-routes.ts";
import { writeRoutes } from "./write-routes.ts";

/** The app's routes: API, images and web on one origin. */
function createApp(services: Services): Hono<Env> {
  const { config, inTime } = services;
  const app = new Hono<Env>();

  app.use(requestId({ headerName: "" }));
  app.use(logRequests(services));
  app.use(boundTime(inTime));

  app.use(rejectUnusualPaths());
  app.use(rejectSlowBodies(services.patience.body));
  app.use(allowCrossOriginReads());
  app.use("/api/*", requireOwnOriginForWrites(config.origin));
  for (const path of ["/api/*", "/social/*", calls.getIssuer.path, calls.getDidDocument.path]) {
    app.use(path, rejectUnknownParameters());
  }
  app.use(limitRequests(config));

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
  const drawings = createDrawings(config);
  app.route("/", pictureRoutes(services, drawings));
  app.route("/", badgeRoutes(services, drawings));
  const unknownCall = (c: Context<Env>): never => {
    throw new NotFoundError(`There is no call ${c.req.method} ${c.req.path}`, "bad_path_error");
  };
  for (const path of ["/api/*", "/ipfs/*"]) app.all(path, unknownCall);
  app.route("/", webRoutes(services));
  app.all("*", unknownCall);

  app.onError((error, c) => errorResponse(error, c.var.requestId));

  return app;
}

/** Handles the app's requests. Cached responses are sent before any routing. */
export function createAppListener(services: Services): RequestListener {
  const route = getRequestListener(createApp(services).fetch);
  const headers = securityHeaders(services.config);
  const flatHeaders = Object.entries(headers).flat();
  const listener = withHeaders(headers, (request, response) => {
    // The only pages that other sites may frame. Their policy says so, but older browsers read this header first.
    if (request.url?.startsWith("/embed/")) response.removeHeader("x-frame-options");
    void route(request, response);
  });
  return (request, response) => {
    if (!services.responseCache.serve(request, response, flatHeaders)) listener(request, response);
  };
}
