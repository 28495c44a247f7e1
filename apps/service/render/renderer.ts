import { stat } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { PageToRender, RenderedPage } from "@colonnade/domain/page-renderer.ts";
import type { Logger } from "pino";
import type { Message } from "./worker.ts";

/** Renders pages beside the service, so that none of them holds it up. */
export interface Renderer {
  /**
   * Renders a page, one after the other.
   * @returns `busy` where that may well be another time; null where there is nothing to show, or it could not be
   * rendered
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
/** The bundle is loaded once for many pages: that takes none of their time. */
const LOADING_PATIENCE = 30_000;
const QUEUE = 32;
/** Threads that may hang or die one after the other before the next one has to wait for REST milliseconds. */
const MOST_LOST = 2;
const REST = 60_000;
/** Megabytes that rendering may take, so that a page without end is its own trouble alone. */
const MEMORY = 256;
const worker = new URL("./worker.ts", import.meta.url);

/** A thread with the bundle as it was built at some time. */
interface Running {
  thread: Worker;
  modified: number;
  loaded: Promise<"loaded" | Lost>;
}

type Lost = "dead" | "hung";

/**
 * One thread, which is begun at once and anew when the bundle was built anew, and after it died or hung. Where it
 * does so again and again, it rests for a minute.
 */
export function createRenderer({
  bundle,
  log,
  patience = PATIENCE,
  queue = QUEUE,
}: RendererOptions): Renderer {
  let running: Running | null = null;
  /** Pages taken on, the one under way among them. */
  let waiting = 0;
  let isClosed = false;
  /** What is wrong is said once, and again when something else is or it was right meanwhile. */
  let complaint = "";
  /** The threads lost since the last page that came back, of the bundle as it was built then. */
  let lost = { modified: 0, times: 0, restUntil: 0 };

  function complain(reason: string): void {
    if (reason !== complaint) log.warn({ reason }, "a page is not rendered");
    complaint = reason;
  }

  async function stop(): Promise<void> {
    const stopping = running;
    running = null;
    await stopping?.thread.terminate();
  }

  /** @returns null where there is no thread now: nothing was built, or it rests */
  async function begin(): Promise<Running | null> {
    const built = await stat(bundle).catch(() => null);
    if (built === null) return null;
    const modified = built.mtimeMs;
    if (lost.modified !== modified) lost = { modified, times: 0, restUntil: 0 };
    if (Date.now() < lost.restUntil) return null;
    if (running?.modified === modified) return running;
    await stop();
    if (isClosed) return null;
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
    const isLoaded = (message: Message) => message === "loaded";
    running = { thread, modified, loaded: hear(thread, LOADING_PATIENCE, isLoaded) };
    return running;
  }

  async function lose(how: Lost): Promise<void> {
    if (isClosed) return;
    complain(how === "hung" ? "It took too long" : "The thread ended");
    lost.times += 1;
    if (lost.times >= MOST_LOST) lost = { ...lost, times: 0, restUntil: Date.now() + REST };
    await stop();
  }

  async function take(page: PageToRender): Promise<RenderedPage | "busy" | null> {
    const begun = await begin();
    if (begun === null) return "busy";
    const loaded = await begun.loaded;
    if (loaded !== "loaded") {
      await lose(loaded);
      return "busy";
    }
    begun.thread.postMessage(page);
    const outcome = await hear(begun.thread, patience, (message) => message !== "loaded");
    if (outcome === "dead" || outcome === "hung") {
      await lose(outcome);
      return isClosed ? "busy" : null;
    }
    lost.times = 0;
    if ("failure" in outcome) {
      complain(outcome.failure);
      return null;
    }
    complaint = "";
    return outcome.page;
  }

  // So that the first visitor does not wait for the bundle.
  let turn: Promise<unknown> = begin().catch((error: unknown) => complain(String(error)));
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
          complain(String(error));
          return "busy";
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

/** Waits until a thread says something that is meant, for its death, or for so long. */
function hear<Meant extends Message>(
  thread: Worker,
  patience: number,
  isMeant: (message: Message) => message is Meant,
): Promise<Meant | Lost> {
  return new Promise((resolve) => {
    const settle = (outcome: Meant | Lost) => {
      clearTimeout(timer);
      thread.off("message", onMessage);
      thread.off("exit", onExit);
      resolve(outcome);
    };
    const onMessage = (message: Message) => {
      if (isMeant(message)) settle(message);
    };
    const onExit = () => settle("dead");
    const timer = setTimeout(() => settle("hung"), patience);
    thread.on("message", onMessage);
    thread.on("exit", onExit);
  });
}
