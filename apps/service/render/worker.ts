import { parentPort, workerData } from "node:worker_threads";
import type { PageToRender, RenderPage } from "@colonnade/domain/page-renderer.ts";

/** What comes back for a page: it rendered, or why not. */
export type Outcome = { page: Awaited<ReturnType<RenderPage>> } | { failure: string };

// The web app's own bundle, whose shape is domain's: nothing else is ever laid there.
const bundle: Promise<{ renderPage: RenderPage }> = import(workerData.bundle);

async function render(page: PageToRender): Promise<Outcome> {
  try {
    const { renderPage } = await bundle;
    return { page: await renderPage(page) };
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on("message", async (page: PageToRender) => {
  parentPort?.postMessage(await render(page));
});
