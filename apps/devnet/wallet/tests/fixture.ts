import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from "vitest";
import { type Devnet, startDevnet } from "../../devnet.ts";
import { launchChromium } from "../../tests/chromium.ts";

export interface Look {
  width?: number;
  height?: number;
  colorScheme?: "light" | "dark";
}

interface OpenPage {
  context: BrowserContext;
  page: Page;
  /** What the page has reported to the console as an error, or thrown. */
  errors: string[];
}

interface Product extends AsyncDisposable {
  devnet: Devnet;
  /** The origin of the site that asks the wallet. */
  site: string;
  /** Opens the site in a new browser profile. */
  open: (look?: Look) => Promise<OpenPage>;
}

/**
 * A devnet, a site and a browser for a file of tests, with a new page on the site for each test.
 * A test fails if its page has reported an error by its end.
 */
export function setUpFixture() {
  let product: Product | undefined;
  let opened: OpenPage | undefined;

  const currentProduct = () => {
    if (product === undefined) throw new Error("The devnet has not started yet");
    return product;
  };
  const currentPage = () => {
    if (opened === undefined) throw new Error("The page is not open yet");
    return opened;
  };
  const open = async (look?: Look) => {
    await opened?.context.close();
    opened = await currentProduct().open(look);
  };

  beforeAll(async () => {
    product = await startProduct();
  });
  afterAll(() => product?.[Symbol.asyncDispose]());
  beforeEach(() => open());
  afterEach(async () => {
    const { errors, context } = currentPage();
    opened = undefined;
    await context.close();
    expect(errors).toEqual([]);
  });

  return {
    get devnet() {
      return currentProduct().devnet;
    },
    get site() {
      return currentProduct().site;
    },
    get page() {
      return currentPage().page;
    },
    /** Opens the site again with another viewport or theme. */
    open,
    /** Says that the page is meant to report this error. */
    expectError: (text: string) => {
      const { errors } = currentPage();
      errors.splice(0, errors.length, ...errors.filter((error) => !error.includes(text)));
    },
  };
}

/** Starts a devnet, a site that asks through the real @stacks/connect, and a real Chromium. */
async function startProduct(): Promise<Product> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "colonnade-wallet-devnet-"));
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
  const running = stack.move();
  return { devnet, site, open, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".woff2": "font/woff2",
};

async function readBuilt(folder: string, path: string) {
  try {
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    return { body: await readFile(file), type: types[extname(file)] ?? "application/octet-stream" };
  } catch {
    return undefined;
  }
}
