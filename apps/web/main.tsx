import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { provideHiddenImages } from "./api/hidden-images.ts";
import { readPageAnswers } from "./api/page-answers.ts";
import { queryClient } from "./api/query-client.ts";
import { App } from "./app.tsx";
import { prepareData, prepareScreen, takeAnswers } from "./routes.tsx";
import "./styles.css";

const element = document.getElementById("root");
if (element === null) throw new Error("The page has no #root element");

const app = (
  <App client={queryClient} inRouter={(routes) => <BrowserRouter>{routes}</BrowserRouter>} />
);

/** Milliseconds that a page may stay blank before an outline is shown while code and data load. */
const PATIENCE = 500;

/** No top-level await: the files that it waits for import this one. */
async function begin(element: HTMLElement): Promise<void> {
  const answers = element.dataset.rendered === undefined ? null : readPageAnswers();
  const { pathname } = location;
  if (answers !== null) {
    provideHiddenImages(answers.hiddenImages);
    // The rendered page can be read meanwhile, so there is no time limit.
    await Promise.all([prepareScreen(pathname), takeAnswers(queryClient, answers)]);
    element.dataset.listening = "";
    // Hydrates in slices, so the page stays responsive. A mismatch is reported like an uncaught error.
    startTransition(() => {
      hydrateRoot(element, app);
    });
    return;
  }
  const prepared = Promise.all([prepareScreen(pathname), prepareData(queryClient, location)]);
  // Code and data load beside this file and arrive soon. An outline would only delay them.
  const impatient = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  await Promise.race([prepared, impatient]);
  // Replaces markup that was rendered from older answers, because it cannot be hydrated.
  element.replaceChildren();
  createRoot(element).render(app);
}

void begin(element);
