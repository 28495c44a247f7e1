import { stat } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { PageToRender, RenderedPage } from "@colonnade/domain/page-renderer.ts";
import type { Logger } from "pino";
import type { Outcome } from "./worker.ts";

/** Renders pages beside the service, so that none of them holds it up. */
export interface Renderer {
  /**
   * Renders a page, one after the other.
   * @returns `busy` where too many wait; null where there is nothing to show, or it could not be rendered
   */
  render(page: PageToRender): Promise<RenderedPage | "busy" | null>;
  close(): Promise<void>;
}

export interface RendererOptions {
  /** The web app's bundle for the service; it need not be there. */
  bundle: string;
  log: Logger;
  /** Milliseconds that a page may take from its turn. */
  patience?: number;
  /** Pages that may wait for their turn. */
  queue?: number;
}

const PATIENCE = 5_000;
const QUEUE = 32;
/** Megabytes that rendering may take, so that a page without end is its own trouble alone. */
const MEMORY = 256;
const worker = new URL("./worker.ts", import.meta.url);

/** A thread with the bundle as it was built at some time. */
interface Running {
  thread: Worker;
  modified: number;
}

/** One thread, which is begun anew once the bundle was built anew, and after it died or hung. */
export function createRenderer({
  bundle,
  log,
  patience = PATIENCE,
  queue = QUEUE,
}: RendererOptions): Renderer {
  let running: Running | null = null;
  let turn: Promise<unknown> = Promise.resolve();
  /** Pages taken on, the one under way among them. */
  let waiting = 0;
  let isClosed = false;
  /** What is wrong is said once, and again when something else is. */
  let complaint = "";

  function complain(reason: string): null {
    if (reason !== complaint) log.warn({ reason }, "a page is not rendered");
    complaint = reason;
    return null;
  }

  async function stop(): Promise<void> {
    const stopping = running;
    running = null;
    await stopping?.thread.terminate();
  }

  /** @returns null where nothing was built */
  async function begin(): Promise<Worker | null> {
    const built = await stat(bundle).catch(() => null);
    if (built === null) return complain("The web app's bundle for the service is not built");
    if (running?.modified === built.mtimeMs) return running.thread;
    await stop();
    const thread = new Worker(worker, {
      workerData: { bundle: pathToFileURL(bundle).href },
      resourceLimits: { maxOldGenerationSizeMb: MEMORY },
    });
    thread.unref();
    // Unheard, it would end the service.
    thread.on("error", (error) => complain(error.message));
    thread.on("exit", () => {
      if (running?.thread === thread) running = null;
    });
    running = { thread, modified: built.mtimeMs };
    return thread;
  }

  async function take(page: PageToRender): Promise<RenderedPage | null> {
    if (isClosed) return null;
    const thread = await begin();
    if (thread === null) return null;
    const outcome = await outcomeOf(thread, page, patience);
    if (outcome === "hung") {
      await stop();
      return complain("It took too long");
    }
    if (outcome === "dead") return isClosed ? null : complain("The thread ended");
    if ("failure" in outcome) return complain(outcome.failure);
    return outcome.page;
  }

  return {
    async render(page) {
      if (waiting >= queue) {
        complain("Too many pages wait to be rendered");
        return "busy";
      }
      waiting += 1;
      const before = turn;
      const rendering = (async () => {
        await before;
        try {
          return await take(page);
        } catch (error) {
          return complain(String(error));
        } finally {
          waiting -= 1;
        }
      })();
      turn = rendering;
      return rendering;
    },
    async close() {
      isClosed = true;
      await stop();
      await turn;
    },
  };
}

/** Has a thread render a page, and waits for it, for its death, or for so long. */
function outcomeOf(
  thread: Worker,
  page: PageToRender,
  patience: number,
): Promise<Outcome | "dead" | "hung"> {
  return new Promise((resolve) => {
    const settle = (outcome: Outcome | "dead" | "hung") => {
      clearTimeout(timer);
      thread.off("message", settle);
      thread.off("exit", onExit);
      resolve(outcome);
    };
    const onExit = () => settle("dead");
    const timer = setTimeout(() => settle("hung"), patience);
    thread.on("message", settle);
    thread.on("exit", onExit);
    thread.postMessage(page);
  });
}
