import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { Hono } from "hono";
import { html } from "hono/html";
import viewer from "swagger-ui-dist/package.json" with { type: "json" };
import type { AppServices } from "../app-services.ts";
import { NotFoundError } from "../errors.ts";
import type { Env } from "../requests/env.ts";
import { binaryBody } from "../responses/binary-body.ts";
import { chooseEncoding, compress, type Encoding } from "../responses/content-negotiation.ts";
import { pagePolicy } from "../responses/security-headers.ts";
import { openApiDocument } from "./document.ts";

const VERSION = "0.1.0";

/**
 * Starts the viewer in the system's color scheme. It calls nothing but `/openapi.json`, and no other host. It writes
 * our descriptions as markup, in which only paragraphs become elements.
 */
const startScript = `
const foreign = /<(?!\\/?p>)/g;
globalThis.trustedTypes?.createPolicy("default", {
  createHTML: (markup) => markup.replace(foreign, "&lt;"),
});
const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();
SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#viewer",
  defaultModelRendering: "model",
  supportedSubmitMethods: [],
  validatorUrl: null,
});
`;

/**
 * Hides the viewer's header, which ours replaces, and its buttons without a name, which the button beside them stands
 * in for. Gives its pale colors AA contrast.
 */
const styles = `
body { margin: 0; }
header { box-sizing: border-box; max-width: 1460px; margin: 0 auto; padding: 24px 20px 0; }
header { font: 16px/1.5 system-ui, sans-serif; }
header a { color: inherit; }
.dark-mode header { color: #e4e6e6; }
.swagger-ui .information-container, .swagger-ui .scheme-container { display: none; }
.swagger-ui .json-schema-2020-12-accordion:has(> .json-schema-2020-12-accordion__children:empty) { display: none; }
.dark-mode .swagger-ui .header-col { color: #e4e6e6; }
html:not(.dark-mode) .swagger-ui {
  .opblock.opblock-get .opblock-summary-method { background: #1b62a8; }
  .opblock.opblock-post .opblock-summary-method { background: #1a7048; }
  .opblock.opblock-delete .opblock-summary-method { background: #c02121; }
  .json-schema-2020-12-expand-deep-button, .parameter__in { color: #555; }
  .json-schema-2020-12__constraint--string { background: #845600; }
}
`;

const readViewer = (name: string) =>
  readFile(new URL(import.meta.resolve(`swagger-ui-dist/${name}`)));

/** What the page loads, by file name. */
const files = new Map<string, { type: string; read(): Promise<Buffer> }>([
  ["swagger-ui.css", { type: "text/css", read: () => readViewer("swagger-ui.css") }],
  ["swagger-ui.js", { type: "text/javascript", read: () => readViewer("swagger-ui-bundle.js") }],
  ["page.css", { type: "text/css", read: async () => Buffer.from(styles) }],
  ["start.js", { type: "text/javascript", read: async () => Buffer.from(startScript) }],
]);

/** The path changes with the files, so that browsers may keep them for good. */
const filesFolder = `/docs/${createHash("sha256").update(viewer.version).update(startScript).update(styles).digest("hex").slice(0, 16)}`;

/** `/openapi.json`, and `/docs` to read it in Swagger UI. */
export function docsRoutes({ config }: AppServices): Hono<Env> {
  const app = new Hono<Env>();
  const document = openApiDocument({ origin: config.origin, version: VERSION });
  const page = docsPage(document);
  const policy = pagePolicy(config, { trusting: ["default", "dompurify"] });
  /** Read and compressed once. */
  const bodies = new Map<string, Promise<Buffer>>();

  app.get("/openapi.json", (c) => c.json(document));

  app.get("/docs", (c) => {
    c.header("cache-control", "no-cache");
    c.header("content-security-policy", policy);
    return c.html(page);
  });

  app.get(`${filesFolder}/:name`, async (c) => {
    const name = c.req.param("name");
    const file = files.get(name);
    if (file === undefined) throw new NotFoundError("There is no such file");
    const encoding = chooseEncoding(c.req.header("accept-encoding"));
    const key = `${encoding} ${name}`;
    const body = bodies.get(key) ?? file.read().then((bytes) => encode(bytes, encoding));
    bodies.set(key, body);
    // After a failure, the next request reads the file again.
    body.catch(() => bodies.delete(key));
    c.header("cache-control", "public, max-age=31536000, immutable");
    c.header("vary", "Accept-Encoding");
    c.header("content-type", `${file.type}; charset=utf-8`);
    if (encoding !== "identity") c.header("content-encoding", encoding);
    return c.body(binaryBody(await body));
  });

  return app;
}

const encode = (bytes: Buffer, encoding: Encoding): Promise<Buffer> =>
  encoding === "identity" ? Promise.resolve(bytes) : compress(bytes, encoding);

const docsPage = ({ info, openapi }: ReturnType<typeof openApiDocument>) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>${info.title} API</title>
<link rel="stylesheet" href="${filesFolder}/swagger-ui.css">
<link rel="stylesheet" href="${filesFolder}/page.css">
<script src="${filesFolder}/swagger-ui.js" defer></script>
<script src="${filesFolder}/start.js" defer></script>
</head>
<body>
<header>
<a href="/">Colonnade</a>
<h1>The API</h1>
<p>${info.description} Version ${info.version}. The same for machines:
<a href="/openapi.json">openapi.json</a>, OpenAPI ${openapi}.</p>
<h2>Calls</h2>
</header>
<div id="viewer"></div>
</body>
</html>
`;
