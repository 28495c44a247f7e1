import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { Hono } from "hono";

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".json": "application/json",
  ".map": "application/json",
};

const MISSING =
  "The dev wallet is not built yet. Build it with: npx vite build apps/devnet/wallet (npm start does it by itself).";

/** The dev wallet's page and its provider script, from the folder Vite built them into. */
export function walletRoutes(folder: string): Hono {
  return new Hono()
    .get("/wallet", (c) => c.redirect("/wallet/"))
    .get("/wallet/*", async (c) => {
      const path = c.req.path.slice("/wallet/".length) || "index.html";
      const file = normalize(join(folder, path));
      if (!file.startsWith(normalize(`${folder}/`))) return c.text("Not found", 404);
      const content = (await read(file)) ?? (await read(join(file, "index.html")));
      if (content !== undefined) {
        const type = types[extname(file)] ?? types[".html"] ?? "";
        return c.body(content, 200, { "content-type": type, "cache-control": "no-cache" });
      }
      const built = (await read(join(folder, "index.html"))) !== undefined;
      return built ? c.text("Not found", 404) : c.text(MISSING, 503);
    });
}

async function read(file: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return new Uint8Array(await readFile(file));
  } catch {
    return undefined;
  }
}
