import { parentPort, workerData } from "node:worker_threads";
import type { PageToRender, RenderPage } from "@colonnade/domain/page-renderer.ts";

/** The result of rendering a page: the document, null where it has nothing to show, or why it failed. */
export type Outcome = { page: string | null } | { failure: string };

// The web app's own bundle, whose only export has the domain's type.
const { renderPage }: { renderPage: RenderPage } = await import(workerData.bundle);

async function render(page: PageToRender): Promise<Outcome> {
  try {
    return { page: await renderPage(page) };
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on("message", async (page: PageToRender) => {
  parentPort?.postMessage(await render(page));
});
parentPort?.postMessage("loaded");
