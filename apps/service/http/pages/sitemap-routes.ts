import { openPaths, personalPaths } from "@colonnade/domain/pages.ts";
import { type Context, Hono } from "hono";
import type { AppServices } from "../app-services.ts";
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

const INDEX = "/sitemap.xml";

class NoPageError extends NotFoundError {
  constructor() {
    super("There is no such page of the sitemap");
  }
}

/** `robots.txt`, and the sitemap that it names: an index, and pages of at most 10,000 addresses. */
export function sitemapRoutes({ config, database, readLimit, revision }: AppServices): Hono<Env> {
  const { origin } = config;
  const app = new Hono<Env>();
  const cache = createResponseCache(revision, CAPACITY);

  /** @param write returns no text where there is no page, which is then known until the next revision */
  async function find(c: Context<Env>, path: string, write: () => Promise<string>) {
    const found = await cache.getOrCreate(path, write, () => readLimit.acquire(c));
    const body = found?.bodies.get("identity");
    if (found === null || body === undefined || body.length === 0) throw new NoPageError();
    return { found, body };
  }

  async function send(c: Context<Env>, write: () => Promise<string>): Promise<Response> {
    const { found } = await find(c, c.req.path, write);
    return sendCached(c, cache, found, "application/xml; charset=utf-8");
  }

  app.get("/robots.txt", (c) => {
    c.header("cache-control", "no-cache");
    const rules = [...closed, ...personalPaths()].map((path) => `Disallow: ${path}`).join("\n");
    return c.text(`User-agent: *\n${rules}\n\nSitemap: ${origin}/sitemap.xml\n`);
  });

  async function writeIndex(): Promise<string> {
    const counts = await countPages(database);
    const parts = lists.flatMap((list) =>
      Array.from({ length: counts[list] }, (_, at) => `/sitemap/${list}-${at + 1}.xml`),
    );
    return documentOf("sitemapindex", ["/sitemap/pages.xml", ...parts].map(entryOf));
  }

  const entryOf = (path: string) => `<sitemap><loc>${origin}${path}</loc></sitemap>`;

  app.get(INDEX, (c) => send(c, writeIndex));

  app.get("/sitemap/pages.xml", (c) => send(c, async () => urlSet(openPaths())));

  app.get(
    "/sitemap/:file{(endorsements|organizations|profiles)-[1-9][0-9]{0,6}\\.xml}",
    async (c) => {
      const [list, n] = partOf(c.req.param("file"));
      if (list === "profiles") {
        // To find a page far beyond the last, the database would read the whole list.
        const index = await find(c, INDEX, writeIndex);
        if (!index.body.includes(entryOf(c.req.path))) throw new NoPageError();
      }
      return send(c, async () => {
        const paths = await readPaths(database, list, n);
        return paths.length === 0 ? "" : urlSet(paths);
      });
    },
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
