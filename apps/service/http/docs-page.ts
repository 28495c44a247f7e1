import type { openApiDocument } from "@colonnade/domain/http/openapi.ts";
import { html, raw } from "hono/html";
import { docsStyles } from "./docs-styles.ts";
import { describeSchema } from "./schema-text.ts";

type Document = ReturnType<typeof openApiDocument>;
type Operation = Document["paths"][string][string];

interface Entry {
  method: string;
  path: string;
  operation: Operation;
}

const groups: { title: string; lead: string; holds(entry: Entry): boolean }[] = [
  {
    title: "Signing in",
    lead: "A wallet signs a challenge; the answer sets a cookie that only this site's own pages can use.",
    holds: ({ path }) => path.startsWith("/api/session"),
  },
  {
    title: "Reading",
    lead: "Open to everybody and to every site. Answers carry an ETag; ask again with If-None-Match.",
    holds: ({ method, operation }) => method === "get" && operation.security === undefined,
  },
  {
    title: "Writing and reviewing",
    lead: "Taken from this site's own pages only. Those marked so need somebody signed in.",
    holds: () => true,
  },
];

const statuses = [
  ["400", "The input does not fit; the message says what."],
  ["401", "Nobody is signed in, or the signature does not hold."],
  ["403", "Signed in as somebody else, not a watcher, or sent from another site."],
  ["404", "There is no such thing, or no such call."],
  ["409", "It cannot be done as things stand."],
  ["413 · 415", "The body is too large, or of another type than the call takes."],
  ["429", "Too often; wait a little."],
  ["500 · 502", "Our fault, or the Stacks node does not answer."],
] as const;

/** The API's document as a page to read. It has no script and loads nothing. */
export function docsPage(document: Document): string {
  const entries = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  );
  const byGroup = Map.groupBy(entries, (entry) => groups.find((group) => group.holds(entry)));
  const sections = groups
    .toSorted((a, b) => Number(a.title === "Signing in") - Number(b.title === "Signing in"))
    .map((group) => ({ ...group, entries: byGroup.get(group) ?? [] }));
  const { Error: errorSchema } = document.components.schemas;
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>${document.info.title} API</title>
<style>${raw(docsStyles)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header>
<a class="wordmark" href="/">Colonnade</a>
<h1>The API</h1>
<p>${document.info.description} Version ${document.info.version}. The same as a document for machines:
<a href="/openapi.json">openapi.json</a>, OpenAPI ${document.openapi}.</p>
</header>
<div class="columns">
<nav aria-label="Calls">
${sections.map(
  (section) => html`<h2>${section.title}</h2>
<ul>${section.entries.map(
    (entry) => html`<li><a href="#${entry.operation.operationId}">${methodMark(entry.method)}
${entry.path}</a></li>`,
  )}</ul>`,
)}
<h2>More</h2>
<ul><li><a href="#errors">Errors</a></li><li><a href="#also">Beside the calls</a></li></ul>
</nav>
<main id="main">
${sections.map(
  (section) => html`<section>
<h2>${section.title}</h2>
<p>${section.lead}</p>
${section.entries.map(article)}
</section>`,
)}
<section id="errors">
<h2>Errors</h2>
<p>Every answer that is not the result has one shape. The code is for programs, the message for people.</p>
${schemaBlock("The shape of every error", errorSchema)}
<table>
<caption>What the HTTP status says</caption>
<thead><tr><th scope="col">Status</th><th scope="col">Meaning</th></tr></thead>
<tbody>${statuses.map(
    ([status, meaning]) => html`<tr><th scope="row">${status}</th><td>${meaning}</td></tr>`,
  )}</tbody>
</table>
</section>
<section id="also">
<h2>Beside the calls</h2>
<dl>
<dt><code>GET /api/stream?principal=</code></dt>
<dd>Server-sent events: the newest block, and whose pages changed. With a principal, that one's changes only.</dd>
<dt><code>GET /ipfs/{cid}</code></dt>
<dd>An uploaded image. It never changes.</dd>
<dt><code>GET /healthz</code> · <code>/readyz</code> · <code>/metrics</code></dt>
<dd>For operators: whether it lives, whether it has indexed a block, and Prometheus figures.</dd>
</dl>
</section>
</main>
</div>
</body>
</html>
`);
}

function article({ method, path, operation }: Entry) {
  const { operationId, summary, parameters = [], requestBody, responses, security } = operation;
  const [body] = Object.entries(requestBody?.content ?? {});
  return html`<article id="${operationId}">
<h3>${methodMark(method)} <code>${path}</code></h3>
<p>${summary}</p>
${security === undefined ? "" : html`<p class="note">Needs somebody signed in.</p>`}
${
  parameters.length === 0
    ? ""
    : html`<table>
<caption>Parameters</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Where</th><th scope="col">Value</th></tr></thead>
<tbody>${parameters.map(
        ({ name, in: place, required, schema }) => html`<tr>
<th scope="row"><code>${name}</code>${required ? "" : " (optional)"}</th>
<td>${place}</td><td><code>${describeSchema(schema)}</code></td></tr>`,
      )}</tbody>
</table>`
}
${body === undefined ? "" : schemaBlock(`Body, ${body[0]}`, body[1].schema)}
${Object.entries(responses)
  .filter(([status]) => status !== "default")
  .map(([status, { content }]) =>
    schemaBlock(`Answer ${status}`, content["application/json"].schema),
  )}
</article>`;
}

function methodMark(method: string) {
  return html`<span class="method ${method}">${method.toUpperCase()}</span>`;
}

/** Long ones scroll sideways, so the keyboard has to reach them. */
function schemaBlock(title: string, schema: unknown) {
  return html`<p class="label">${title}</p>
<pre tabindex="0" aria-label="${title}"><code>${describeSchema(schema)}</code></pre>`;
}
