import { arriveAt } from "@colonnade/domain/http/first-calls.ts";
import { firstAnswerSchema, type PageAnswers } from "@colonnade/domain/page-answers.ts";
import type { RenderPage } from "@colonnade/domain/page-renderer.ts";
import type { PageWords } from "@colonnade/domain/page-words.ts";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router";
import { createQueryClient } from "./api/query-client.ts";
import { provideRuntimeConfig } from "./api/runtime-config.ts";
import { App } from "./app.tsx";
import { prepareScreen, takeAnswers } from "./routes.tsx";
import { prepareSections } from "./screens/landing/landing.tsx";
import { PageMetaListener } from "./ui/page-meta.ts";

/** A part that failed, which React leaves to the browser. */
const FAILED = "<!--$!-->";
/** A skeleton or a spinner. What somebody wrote has no bare `<` and no bare quotes. */
const WAITING = /<\w[^>]*\sdata-waiting=""/;

/** Renders a page as somebody sees it whom nobody knows. Nothing of it is kept for the next one. */
export const renderPage: RenderPage = async ({ path, settings, tag, answers: texts }) => {
  const arrived = arriveAt(path);
  if (arrived === null || !arrived.arrival.rendered) return null;
  const answers = arrived.calls.map(({ name, query, target }) =>
    firstAnswerSchema.parse({ name, query, result: JSON.parse(texts[target] ?? "null") }),
  );
  const client = createQueryClient(Number.POSITIVE_INFINITY);
  await Promise.all([
    prepareScreen(path),
    prepareSections(),
    takeAnswers(client, { tag, answers, at: Date.now() }),
  ]);
  // From here to the markup nothing is waited for, so no two pages mix.
  provideRuntimeConfig(settings);
  let words: PageWords | null = null;
  const html = renderToString(
    <PageMetaListener
      value={(heard) => {
        words = heard;
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
  const carried: PageAnswers = { tag, answers };
  return {
    html,
    parts: path === "/" ? ["screen"] : ["bars", "screen"],
    answers: JSON.stringify(carried).replaceAll("<", "\\u003c"),
    words,
  };
};
