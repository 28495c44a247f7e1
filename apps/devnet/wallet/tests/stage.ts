import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { inject } from "vitest";
import { type Devnet, startDevnet } from "../../devnet.ts";
import { launchChromium } from "../../tests/chromium.ts";

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".woff2": "font/woff2",
};

export interface Stage extends AsyncDisposable {
  devnet: Devnet;
  /** The origin of the site that asks. */
  site: string;
  browser: Browser;
  /** A new browser profile, on the asking site. */
  open: (options?: Look) => Promise<{ context: BrowserContext; page: Page; errors: string[] }>;
}

export interface Look {
  width?: number;
  height?: number;
  colorScheme?: "light" | "dark";
}

/** A devnet, a site that asks through the real @stacks/connect, and a real Chromium. */
export async function setStage(): Promise<Stage> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "colonnade-stage-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const walletFolder = inject("walletFolder");
  const siteFolder = inject("siteFolder");

  const devnet = stack.use(await startDevnet({ dataFolder: folder, blockMs: "manual" }));
  const server = createServer(async (request, response) => {
    const file = await readBuilt(siteFolder, new URL(request.url ?? "/", "http://site").pathname);
    if (file === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": file.type }).end(file.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stack.defer(() => new Promise((resolve) => server.close(() => resolve())));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The site has no port");
  const site = `http://127.0.0.1:${address.port}`;

  const browser = await launchChromium();
  stack.defer(() => browser.close());

  const open = async ({ width = 1280, height = 900, colorScheme = "light" }: Look = {}) => {
    const viewport = { width, height };
    const context = await browser.newContext({ viewport, colorScheme, reducedMotion: "reduce" });
    await context.route(`${devnet.url}/wallet/**`, async (route) => {
      const path = new URL(route.request().url()).pathname.slice("/wallet".length);
      const file = await readBuilt(walletFolder, path);
      if (file === undefined) return route.fulfill({ status: 404 });
      return route.fulfill({ contentType: file.type, body: file.body });
    });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    await page.goto(`${site}/?node=${encodeURIComponent(devnet.url)}`);
    return { context, page, errors };
  };
  const rest = stack.move();
  return { devnet, site, browser, open, [Symbol.asyncDispose]: () => rest.disposeAsync() };
}

async function readBuilt(folder: string, path: string) {
  try {
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    return { body: await readFile(file), type: types[extname(file)] ?? "application/octet-stream" };
  } catch {
    return undefined;
  }
}
