import { parentPort, workerData } from "node:worker_threads";
import type { PageToRender, RenderPage } from "@colonnade/domain/page-renderer.ts";

/** What comes back for a page: it rendered, or why not. */
export type Outcome = { page: Awaited<ReturnType<RenderPage>> } | { failure: string };

/** What the thread says: first that its bundle is there, then one outcome for each page. */
export type Message = "loaded" | Outcome;

const say = (message: Message) => parentPort?.postMessage(message);

// The web app's own bundle, whose shape is domain's: nothing else is ever laid there.
const { renderPage }: { renderPage: RenderPage } = await import(workerData.bundle);

async function render(page: PageToRender): Promise<Outcome> {
  try {
    return { page: await renderPage(page) };
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on("message", async (page: PageToRender) => {
  say(await render(page));
});
say("loaded");
