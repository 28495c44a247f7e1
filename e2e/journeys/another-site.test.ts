import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createClient } from "@colonnade/domain/http/client.ts";
import type { Browser, Page } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { alice } from "../../apps/devnet/accounts.ts";
import { launchChromium } from "../../apps/devnet/tests/chromium.ts";
import { listen, stopListening } from "../../apps/service/server/listen.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

let browser: Browser;
let site: Server;
let page: Page;
const printed: string[] = [];

beforeAll(async () => {
  const script = await bundle(await readLines());
  site = createServer((request, response) => {
    const isScript = request.url === "/app.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.end(isScript ? script : "<!doctype html><title>Another site</title>");
  });
  const port = await listen(site, 0, "");
  browser = await launchChromium();
  page = await browser.newPage();
  page.on("console", (message) => {
    if (message.type() === "log") printed.push(message.text());
  });
  await page.goto(`http://127.0.0.1:${port}`);
});

afterAll(async () => {
  await browser.close();
  await stopListening(site);
});

/** The README's lines, with the address of the journeys' product. */
async function readLines(): Promise<string> {
  const readme = await readFile(join(root, "README.md"), "utf8");
  const section = readme.slice(readme.indexOf("## Read from another app"));
  const lines = /```js\n(.*?)```/s.exec(section)?.[1] ?? "";
  return lines.replace("http://127.0.0.1:4100", inject("origin"));
}

/** Bundles code as an app would that depends on the client. */
async function bundle(lines: string): Promise<string> {
  const entry = join(root, "another-app.ts");
  const built = await build({
    root,
    configFile: false,
    logLevel: "error",
    // What the packed client is built from.
    resolve: { alias: { "@colonnade/client": join(root, "packages/client/client.ts") } },
    plugins: [
      {
        name: "lines",
        resolveId: (id) => (id === entry ? entry : null),
        load: (id) => (id === entry ? lines : null),
      },
    ],
    build: { write: false, target: "es2022", rollupOptions: { input: entry } },
  });
  const chunks = [built].flat().flatMap((result) => ("output" in result ? result.output : []));
  return chunks.flatMap((chunk) => (chunk.type === "chunk" ? [chunk.code] : [])).join("\n");
}

test("runs the README's lines on another site's page", async () => {
  const { items } = await createClient({ origin: inject("origin") })("pageEndorsements", {
    query: { receiver: alice.address, approved: "true", limit: 10 },
  });
  const earned = items.map(({ title, column_sender }) => `${title} from ${column_sender.bns_name}`);
  expect(earned.length).toBeGreaterThan(0);
  await page.addScriptTag({ url: "/app.js", type: "module" });
  await expect.poll(() => printed).toEqual(earned);
});

test("lets another site's page neither write nor see who is signed in", async () => {
  const statuses: [string, string, number][] = [];
  page.on("response", (response) => {
    const request = response.request();
    statuses.push([request.method(), new URL(request.url()).pathname, response.status()]);
  });
  const tries = await page.evaluate(async (origin) => {
    const body = JSON.stringify({ name: "Eve", email: "eve@example.com", message: "Hello" });
    const json = { "content-type": "application/json" };
    const attempts: [string, RequestInit][] = [
      ["/api/contact-info", { method: "POST", headers: json, body, credentials: "include" }],
      ["/api/contact-info", { method: "POST", body }],
      ["/api/contact-info", { method: "POST", body, mode: "no-cors", credentials: "include" }],
      ["/api/session", { method: "DELETE" }],
      ["/api/session", { credentials: "include" }],
    ];
    return Promise.all(
      attempts.map(([path, init]) =>
        fetch(`${origin}${path}`, init).then(
          ({ type, status }) => `${type} ${status}`,
          (error: unknown) => String(error),
        ),
      ),
    );
  }, inject("origin"));
  const refused = "TypeError: Failed to fetch";
  expect(tries).toEqual([refused, refused, "opaque 0", refused, refused]);
  // A simple request needs no preflight, so the service itself refused it.
  const posted = () => statuses.filter(([method]) => method === "POST");
  await expect.poll(() => posted().length).toBeGreaterThan(0);
  for (const [, , status] of posted()) expect(status).toBe(403);
});

test("shows an endorsement in a frame of another site's page, and no other page of ours", async () => {
  const show = (path: string) =>
    page.evaluate(
      (address) => {
        const frame = document.createElement("iframe");
        frame.src = address;
        document.body.replaceChildren(frame);
      },
      `${inject("origin")}${path}`,
    );
  await show("/embed/endorsement/1");
  const frame = page.frameLocator("iframe");
  await frame.getByText("See it on Colonnade").waitFor();
  const width = await frame.locator("img").evaluate(async (image) => {
    if (image instanceof HTMLImageElement) await image.decode();
    return image.clientWidth;
  });
  expect(width).toBeGreaterThan(90);
  await show("/endorsement/1");
  await expect.poll(() => page.frames().at(-1)?.url()).toMatch(/^chrome-error:/);
});
