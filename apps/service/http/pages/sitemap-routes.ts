import { openPaths, personalPaths } from "@colonnade/domain/pages.ts";
import { type Context, Hono } from "hono";
import type { Services } from "../app-services.ts";
import { NotFoundError } from "../errors.ts";
import { countPages, type Listed, readPaths } from "../reads/sitemap.ts";
import type { Env } from "../requests/env.ts";
import { sendCached } from "../responses/cached-response.ts";
import { createResponseCache } from "../responses/response-cache.ts";

/** Bytes of cached pages: a page takes about 1 MB, and a tenth of that compressed. */
const CAPACITY = 16 * 1024 * 1024;
/** Paths that search engines must not read: calls, and checks of single endorsements. */
const closed = ["/api/", "/verify/"];
const lists = ["endorsements", "organizations", "profiles"] as const satisfies Listed[];

/** `robots.txt`, and the sitemap that it names: an index, and pages of at most 10,000 addresses. */
export function sitemapRoutes({ config, database, readLimit, revision }: Services): Hono<Env> {
  const { origin } = config;
  const app = new Hono<Env>();
  const cache = createResponseCache(revision, CAPACITY);

  async function send(c: Context<Env>, write: () => Promise<string | null>): Promise<Response> {
    const found = await cache.getOrCreate(c.req.path, write, () => readLimit.acquire(c));
    if (found === null) throw new NotFoundError("There is no such page of the sitemap");
    return sendCached(c, cache, found, "application/xml; charset=utf-8");
  }

  app.get("/robots.txt", (c) => {
    c.header("cache-control", "no-cache");
    const rules = [...closed, ...personalPaths()].map((path) => `Disallow: ${path}`).join("\n");
    return c.text(`User-agent: *\n${rules}\n\nSitemap: ${origin}/sitemap.xml\n`);
  });

  app.get("/sitemap.xml", (c) =>
    send(c, async () => {
      const counts = await countPages(database);
      const parts = lists.flatMap((list) =>
        Array.from({ length: counts[list] }, (_, at) => `/sitemap/${list}-${at + 1}.xml`),
      );
      const lines = ["/sitemap/pages.xml", ...parts].map(
        (path) => `<sitemap><loc>${origin}${path}</loc></sitemap>`,
      );
      return documentOf("sitemapindex", lines);
    }),
  );

  app.get("/sitemap/pages.xml", (c) => send(c, async () => urlSet(openPaths())));

  app.get("/sitemap/:file{(endorsements|organizations|profiles)-[1-9][0-9]{0,6}\\.xml}", (c) =>
    send(c, async () => {
      const [list, n] = partOf(c.req.param("file"));
      const paths = await readPaths(database, list, n);
      return paths.length === 0 ? null : urlSet(paths);
    }),
  );

  /** Nothing in an address needs escaping: ours have letters, digits, dots and hyphens. */
  const urlSet = (paths: string[]) =>
    documentOf(
      "urlset",
      paths.map((path) => `<url><loc>${origin}${path}</loc></url>`),
    );

  return app;
}

function partOf(file: string): [list: Listed, n: number] {
  const list = lists.find((one) => file.startsWith(one)) ?? "endorsements";
  return [list, Number.parseInt(file.slice(list.length + 1), 10)];
}

const documentOf = (element: string, lines: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<${element} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${lines.join("\n")}
</${element}>
`;
