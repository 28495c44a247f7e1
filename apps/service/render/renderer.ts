import { stat } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { PageToRender } from "@colonnade/domain/page-renderer.ts";
import type { Logger } from "pino";
import { type Lost, nextMessage } from "../thread.ts";
import type { Outcome } from "./renderer-thread.ts";

/** `busy`: another try may succeed. `failed`: the same page would fail again. */
type Rendering = { page: string } | "busy" | "failed";

/** Renders pages in a thread of its own, one after the other. */
export interface Renderer {
  render(page: PageToRender): Promise<Rendering>;
  close(): Promise<void>;
}

export interface RendererOptions {
  /** The web app's bundle for the service. It may be missing. */
  bundle: string;
  log: Logger;
  /** Milliseconds that one page may take. */
  timeout?: number;
  /** Pages that may wait for their turn, with the one being rendered. */
  queue?: number;
}

const TIMEOUT = 5_000;
/** The bundle is loaded once for many pages, so its time is not counted as a page's. */
const LOADING_TIMEOUT = 30_000;
const QUEUE = 32;
/** Threads that may hang or die in a row before no thread is started for PAUSE milliseconds. */
const MOST_LOST = 2;
const PAUSE = 60_000;
/** Megabytes for the thread. A page that needs more ends the thread, not the service. */
const MEMORY = 256;
const THREAD = new URL("./renderer-thread.ts", import.meta.url);

/** A thread, and the bundle that it runs. */
interface Running {
  thread: Worker;
  /** The bundle's time of change. */
  modified: number;
  loaded: Promise<"loaded" | Lost>;
}

/**
 * Starts the thread at once. It is replaced after it hung or died, and when the bundle was built again; after
 * MOST_LOST losses in a row, only a minute later.
 */
export function createRenderer({
  bundle,
  log,
  timeout = TIMEOUT,
  queue = QUEUE,
}: RendererOptions): Renderer {
  let running: Running | null = null;
  let waiting = 0;
  let isClosed = false;
  /** The last reason that was logged, so that none is logged for every page. */
  let complaint = "";
  /** Threads lost since the last rendered page, with this build of the bundle. */
  let lost = { modified: 0, times: 0, pausedUntil: 0 };

  function complain(reason: string): void {
    if (reason !== complaint) log.warn({ reason }, "a page is not rendered");
    complaint = reason;
  }

  async function stop(): Promise<void> {
    const stopping = running;
    running = null;
    await stopping?.thread.terminate();
  }

  /** @returns null where nothing was built, or threads were lost too often */
  async function start(): Promise<Running | null> {
    const built = await stat(bundle).catch(() => null);
    if (built === null) return null;
    const modified = built.mtimeMs;
    if (lost.modified !== modified) lost = { modified, times: 0, pausedUntil: 0 };
    if (performance.now() < lost.pausedUntil) return null;
    if (running?.modified === modified) return running;
    await stop();
    if (isClosed) return null;
    const thread = new Worker(THREAD, {
      workerData: { bundle: pathToFileURL(bundle).href },
      resourceLimits: { maxOldGenerationSizeMb: MEMORY },
    });
    thread.unref();
    // Without a listener, an error would end the service.
    thread.on("error", (error) => complain(error.message));
    thread.on("exit", () => {
      if (running?.thread === thread) running = null;
    });
    running = { thread, modified, loaded: nextMessage<"loaded">(thread, LOADING_TIMEOUT) };
    return running;
  }

  async function lose(how: Lost): Promise<void> {
    if (isClosed) return;
    complain(how === "hung" ? "It took too long" : "The thread ended");
    lost.times += 1;
    if (lost.times >= MOST_LOST)
      lost = { ...lost, times: 0, pausedUntil: performance.now() + PAUSE };
    await stop();
  }

  async function renderNow(page: PageToRender): Promise<Rendering> {
    const started = await start();
    if (started === null) return "busy";
    const loaded = await started.loaded;
    if (loaded !== "loaded") {
      await lose(loaded);
      return "busy";
    }
    started.thread.postMessage(page);
    const outcome = await nextMessage<Outcome>(started.thread, timeout);
    if (outcome === "dead" || outcome === "hung") {
      await lose(outcome);
      return isClosed ? "busy" : "failed";
    }
    lost.times = 0;
    return read(outcome);
  }

  function read(outcome: Outcome): Rendering {
    if ("failure" in outcome) {
      complain(outcome.failure);
      return "failed";
    }
    complaint = "";
    return outcome.page === null ? "failed" : { page: outcome.page };
  }

  // Starts now, so that the bundle is loaded before the first visitor needs it.
  let turn: Promise<unknown> = start().catch((error: unknown) => complain(String(error)));
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
          return await renderNow(page);
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
