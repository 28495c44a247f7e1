import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
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

/** How long a page may stay blank for its code and data, in milliseconds, before an outline takes their place. */
const PATIENCE = 500;

/** Not awaited at the top: the files that it waits for import this one. */
async function begin(element: HTMLElement): Promise<void> {
  const answers = element.dataset.rendered === undefined ? null : readPageAnswers();
  const { pathname } = location;
  if (answers !== null) {
    // There is something to read meanwhile, so this waits for as long as it takes.
    await Promise.all([prepareScreen(pathname), takeAnswers(queryClient, answers)]);
    element.dataset.listening = "";
    // In slices, between which the page answers. What does not fit is reported as an uncaught error is.
    startTransition(() => {
      hydrateRoot(element, app);
    });
    return;
  }
  const prepared = Promise.all([prepareScreen(pathname), prepareData(queryClient, location)]);
  // Both were asked for beside this file and are about to be here: an outline for a blink would only delay them.
  const impatient = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  await Promise.race([prepared, impatient]);
  // What was rendered here from older answers, if anything, gives way: it would never come alive.
  element.replaceChildren();
  createRoot(element).render(app);
}

void begin(element);
