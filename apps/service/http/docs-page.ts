import type { Operation, openApiDocument, ResponseObject } from "@colonnade/domain/http/openapi.ts";
import { html, raw } from "hono/html";
import { docsStyles } from "./docs-styles.ts";
import { describeSchema } from "./schema-text.ts";

type Document = ReturnType<typeof openApiDocument>;

interface Entry {
  method: string;
  path: string;
  operation: Operation;
}

const isSession = (path: string) => path.startsWith("/api/session");

/** An operation stands in the first that holds it. */
const groups: { title: string; lead: string; holds(entry: Entry): boolean }[] = [
  {
    title: "Reading",
    lead: "Open to everybody and to every site. Answers carry an ETag; ask again with If-None-Match.",
    holds: ({ method, path, operation }) =>
      /^\/(api|ipfs)\//.test(path) &&
      method === "get" &&
      operation.security === undefined &&
      !isSession(path),
  },
  {
    title: "Writing and reviewing",
    lead: "Taken from this site's own pages only. Those marked so need somebody signed in.",
    holds: ({ path }) => path.startsWith("/api/") && !isSession(path),
  },
  {
    title: "Signing in",
    lead: "A wallet signs a challenge; the answer sets a cookie that only this site's own pages can use.",
    holds: ({ path }) => isSession(path),
  },
  {
    title: "Running it",
    lead: "For operators and for machines.",
    holds: () => true,
  },
];

/** The API's document as a page to read. It has no script and loads nothing. */
export function docsPage(document: Document): string {
  const entries = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  );
  const byGroup = Map.groupBy(entries, (entry) => groups.find((group) => group.holds(entry)));
  const sections = groups.map((group) => ({ ...group, entries: byGroup.get(group) ?? [] }));
  const { schemas, responses } = document.components;
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
<ul><li><a href="#events">Events</a></li><li><a href="#errors">Errors</a></li></ul>
</nav>
<main id="main">
${sections.map(
  (section) => html`<section>
<h2>${section.title}</h2>
<p>${section.lead}</p>
${section.entries.map(article)}
</section>`,
)}
<section id="events">
<h2>Events</h2>
<p>What the stream sends, each as JSON in the data of a server-sent event.</p>
${schemaBlock("The shape of every event", schemas.StreamEvent)}
</section>
<section id="errors">
<h2>Errors</h2>
<p>Every answer that is not the result has one shape. The code is for programs, the message for people.</p>
${schemaBlock("The shape of every error", schemas.Error)}
<table>
<caption>What the HTTP status says</caption>
<thead><tr><th scope="col">Status</th><th scope="col">Meaning</th></tr></thead>
<tbody>${Object.entries(responses).map(
    ([status, { description }]) =>
      html`<tr><th scope="row">${status === "default" ? "500" : status}</th><td>${description}</td></tr>`,
  )}</tbody>
</table>
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
  const refusals = Object.keys(responses).filter(
    (status) => status !== "default" && responses[status]?.$ref !== undefined,
  );
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
${Object.entries(responses).map(([status, response]) => answer(status, response))}
${refusals.length === 0 ? "" : html`<p class="refusals">${refusals.join(" · ")}: <a href="#errors">an error</a>.</p>`}
</article>`;
}

/** An answer of the operation's own, as opposed to one that it has in common with others. */
function answer(status: string, { $ref, description, content }: ResponseObject) {
  if ($ref !== undefined) return "";
  const [known] = Object.entries(content ?? {});
  if (known === undefined) return html`<p class="label">Answer ${status}</p><p>${description}</p>`;
  const [type, { schema }] = known;
  if (type === "application/json") return schemaBlock(`Answer ${status}`, schema);
  return html`<p class="label">Answer ${status}, ${type}</p><p>${description}</p>`;
}

function methodMark(method: string) {
  return html`<span class="method ${method}">${method.toUpperCase()}</span>`;
}

/** Long ones scroll sideways, so the keyboard has to reach them. */
function schemaBlock(title: string, schema: unknown) {
  return html`<p class="label">${title}</p>
<pre tabindex="0" aria-label="${title}"><code>${describeSchema(schema)}</code></pre>`;
}
