import type { RequestListener } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { applicationRoutes } from "./application-routes.ts";
import { openReads } from "./cors.ts";
import { answerOf, NotFoundError, RequestError } from "./errors.ts";
import { requireOwnOrigin } from "./guard.ts";
import { imageRoutes } from "./image-routes.ts";
import { readRoutes } from "./read-routes.ts";
import { securityHeaders } from "./security.ts";
import type { Env, Services } from "./services.ts";
import { sessionRoutes } from "./session-routes.ts";
import { streamRoutes } from "./stream-routes.ts";
import { systemRoutes } from "./system-routes.ts";
import { webRoutes } from "./web-routes.ts";
import { writeRoutes } from "./write-routes.ts";

/** The app's routes: API, images and web on one origin. */
function createApp(services: Services): Hono<Env> {
  const { config, log, metrics } = services;
  const app = new Hono<Env>();
  const headers = securityHeaders(config);

  app.use(async (c, next) => {
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
    const start = performance.now();
    await next();
    const route = c.req.routePath;
    metrics.requests
      .labels(route, c.req.method, String(c.res.status))
      .observe((performance.now() - start) / 1000);
  });

  app.use(openReads());
  const fromOwnPages = requireOwnOrigin(config.origin);
  app.use("/api/*", (c, next) =>
    c.req.method === "GET" || c.req.method === "HEAD" ? next() : fromOwnPages(c, next),
  );

  app.route("/", readRoutes(services));
  app.route("/", sessionRoutes(services));
  app.route("/", writeRoutes(services));
  app.route("/", applicationRoutes(services));
  app.route("/", imageRoutes(services));
  app.route("/", streamRoutes(services));
  app.route("/", systemRoutes(services));
  const hasNoCall = (c: Context<Env>): never => {
    throw new NotFoundError(`There is no call ${c.req.method} ${c.req.path}`, "bad_path_error");
  };
  for (const path of ["/api/*", "/ipfs/*"]) app.all(path, hasNoCall);
  app.route("/", webRoutes(services));
  app.all("*", hasNoCall);

  app.onError((error, c) => {
    const { status, body, retryAfter } = answerOf(error);
    const isOwn = error instanceof RequestError;
    if (!isOwn) log.error({ err: error, path: c.req.path }, "a request failed");
    // Anew, without what the call has said of the answer that it did not give.
    return new Response(JSON.stringify(body), {
      status,
      headers: {
        ...headers,
        "content-type": "application/json; charset=utf-8",
        "cache-control": "no-store",
        ...(retryAfter === null ? {} : { "retry-after": String(retryAfter) }),
      },
    });
  });

  return app;
}

/** Answers the app's requests. What is at hand is answered before any routing. */
export function createAppListener(services: Services): RequestListener {
  const route = getRequestListener(createApp(services).fetch);
  return (request, response) => {
    if (!services.answers.serve(request, response)) void route(request, response);
  };
}
