import { calls } from "@colonnade/domain/http/contract.ts";
import type { RenderPage } from "@colonnade/domain/page-renderer.ts";
import { findPage, type PageWords } from "@colonnade/domain/pages.ts";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router";
import { provideHiddenImages } from "./api/hidden-images.ts";
import type { PageAnswers } from "./api/page-answers.ts";
import { createQueryClient } from "./api/query-client.ts";
import { provideRuntimeConfig } from "./api/runtime-config.ts";
import { App } from "./app.tsx";
import { prepareScreen, takeAnswers } from "./routes.tsx";
import { prepareSections } from "./screens/landing/landing.tsx";
import { headWords, PageMetaListener } from "./ui/page-meta.ts";

/** React's mark for a Suspense boundary that failed on the server and is left to the browser. */
const FAILED = "<!--$!-->";
/** A skeleton or a spinner. Text that users wrote has no bare `<` and no bare quotes. */
const WAITING = /<\w[^>]*\sdata-waiting=""/;

/** Renders a page as a disconnected viewer sees it. Two pages share no state. */
export const renderPage: RenderPage = async ({
  path,
  frame,
  settings,
  tag,
  answers: texts,
  hiddenImages,
}) => {
  if (findPage(path)?.page.rendered !== true) return null;
  const answers = texts.map(({ name, query, json }) => ({
    name,
    query,
    result: calls[name].result.parse(JSON.parse(json)),
  }));
  const client = createQueryClient(Number.POSITIVE_INFINITY);
  await Promise.all([
    prepareScreen(path),
    prepareSections(),
    takeAnswers(client, { tag, answers, hiddenImages, at: Date.now() }),
  ]);
  // No `await` from here to the markup: settings and hidden images are global, and another page could change them.
  provideRuntimeConfig(settings);
  provideHiddenImages(hiddenImages);
  let words: PageWords = { title: null };
  const html = renderToString(
    <PageMetaListener
      value={(received) => {
        words = received;
      }}
    >
      <App
        client={client}
        inRouter={(routes) => <StaticRouter location={path}>{routes}</StaticRouter>}
      />
    </PageMetaListener>,
  );
  client.clear();
  if (html.includes(FAILED) || WAITING.test(html)) return null;
  const parts = path === "/" ? "screen" : "bars screen";
  const head = writeLinks(writeWords(frame, words), words, settings.origin);
  return writeRoot(writePreview(head, words, settings.origin), {
    html,
    parts,
    answers: { tag, answers, hiddenImages },
  });
};

/** Where a script element would end, or could seem to contain another. Every other `<` may stand in one. */
const ENDS_SCRIPT = /<(?=!--|\/?script)/gi;

/** Writes a page's markup into the frame, with its styles and the answers it was rendered from. */
function writeRoot(
  frame: string,
  { html, parts, answers }: { html: string; parts: string; answers: PageAnswers },
): string {
  const json = JSON.stringify(answers).replace(ENDS_SCRIPT, "\\u003c");
  const { html: markup, rules } = collectStyles(html);
  const root = `<div id="root" data-rendered="${parts}">${markup}</div>
    <script type="application/json" id="answers">${json}</script>`;
  return frame
    .replace("</head>", () => `<style>${rules}</style></head>`)
    .replace('<div id="root"></div>', () => root);
}

const STYLE_ATTRIBUTE = / style="([^"]*)"/g;

/**
 * Replaces the style attributes of rendered markup, which the content security policy forbids, by rules of a style
 * element. The service allows that element by its hash. The browser sets later styles through the DOM, which is
 * allowed. Text that users wrote has no bare quotes, so nothing in it looks like an attribute.
 * @throws Error for a style that would need escaping in a style element; no component has one
 */
function collectStyles(html: string): { html: string; rules: string } {
  const names = new Map<string, number>();
  const marked = html.replace(STYLE_ATTRIBUTE, (_, style: string) => {
    if (/[&<>{}\\]/.test(style)) throw new Error(`This style cannot be a rule: ${style}`);
    const name = names.get(style) ?? names.size;
    names.set(style, name);
    return ` data-style="${name}"`;
  });
  const rules = [...names].map(([style, name]) => `[data-style="${name}"]{${style}}`);
  return { html: marked, rules: rules.join("") };
}

/** Writes a page's title and description into the frame's head, which has the landing's. */
function writeWords(frame: string, words: PageWords): string {
  if (words.title === null) return frame;
  const { title, description } = headWords(words);
  const write = (text: string) => (_: string, start: string) => start + escapeHtml(text);
  return frame
    .replace(/(<title>)[^<]*/, write(title))
    .replace(contentOf("og:title"), write(title))
    .replace(contentOf("description"), write(description))
    .replace(contentOf("og:description"), write(description));
}

/** Writes into the frame's head where a page's feed is, and where other sites learn how to embed it. */
function writeLinks(frame: string, { feed, embed }: PageWords, origin: string): string {
  const link = (type: string, href: string) =>
    `<link rel="alternate" type="application/${type}" href="${escapeHtml(href)}">`;
  const links = [
    feed === undefined ? "" : link("atom+xml", `${feed}.atom`),
    embed === undefined
      ? ""
      : link("json+oembed", `${origin}/api/oembed?url=${encodeURIComponent(origin + embed)}`),
  ];
  return frame.replace("</head>", () => `${links.join("")}</head>`);
}

/** Writes into the frame's head what link previews and search engines learn of the page. */
function writePreview(frame: string, { title, preview }: PageWords, origin: string): string {
  if (preview === undefined) return frame;
  const { path, image, isListed, data } = preview;
  const address = escapeHtml(origin + path);
  // The browser removes what is so marked when it goes on to another page (ui/page-meta.ts).
  const mark = `data-of-page="${escapeHtml(path)}"`;
  const parts = [
    `<link rel="canonical" href="${address}" ${mark}>`,
    `<meta property="og:url" content="${address}" ${mark}>`,
    isListed ? "" : `<meta name="robots" content="noindex" ${mark}>`,
    data === undefined
      ? ""
      : `<script type="application/ld+json" ${mark}>${inScript(data)}</script>`,
  ];
  const written = frame.replace("</head>", () => `${parts.join("")}</head>`);
  if (image === undefined) return written;
  const write = (text: string) => (_: string, start: string) => start + escapeHtml(text);
  return written
    .replace(contentOf("og:image"), write(origin + image))
    .replace(contentOf("og:image:alt"), write(title ?? ""));
}

/** JSON that a script element can hold. */
const inScript = (data: object) => JSON.stringify(data).replaceAll("<", "\\u003c");

const contentOf = (key: string) =>
  new RegExp(`(<meta\\s+(?:name|property)="${key}"\\s+content=")[^"]*`);

/** Text for an element or an attribute, on one line. */
const escapeHtml = (text: string) =>
  text
    .replace(/[\s\p{Cc}]+/gu, " ")
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
