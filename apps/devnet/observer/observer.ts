import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { z } from "zod";
import type { NewBlock } from "../chain/block.ts";

const positionsSchema = z.record(z.string(), z.int().min(0));

/** How many blocks each observer has answered 200 for, kept on disk by its address. */
export class ObserverPositions {
  readonly #path: string;
  readonly #positions: Record<string, number>;

  constructor(path: string) {
    this.#path = path;
    this.#positions = readPositions(path);
  }

  get(url: string): number {
    return this.#positions[url] ?? 0;
  }

  /** Losing the last of these is harmless: the observer hears of a block twice. */
  set(url: string, position: number): void {
    this.#positions[url] = position;
    writeFileSync(`${this.#path}.new`, JSON.stringify(this.#positions));
    renameSync(`${this.#path}.new`, this.#path);
  }
}

export interface ObserverOptions {
  /** Its address; blocks are posted to `{url}/new_block`. */
  url: string;
  positions: ObserverPositions;
  /** All blocks in the order they were mined; it only grows. */
  mined: readonly { block: NewBlock }[];
  onFailure: (url: string, error: unknown) => void;
}

/** An observer that has not answered by then is asked again. */
const ANSWER_MS = 60_000;
const RETRY_MS = { first: 50, last: 1000 };
/** So often an observer may fail before it is worth a word: it may just be starting. */
const QUIET_FAILURES = 8;

/** Posts every block to one observer, in order, each until it answers 200, as a stacks-node does. */
export class Observer {
  readonly #options: ObserverOptions;
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;
  #failures = 0;

  constructor(options: ObserverOptions) {
    this.#options = options;
  }

  get url(): string {
    return this.#options.url;
  }

  /** Delivers what there is to deliver. Called whenever there may be something new. */
  wake(): void {
    this.#running ??= this.#deliver().finally(() => {
      this.#running = undefined;
    });
  }

  /** Resolves when the observer has answered 200 for every block there is. */
  async caughtUp(): Promise<void> {
    const { positions, url, mined } = this.#options;
    while (!this.#stop.signal.aborted && positions.get(url) < mined.length) {
      this.wake();
      await this.#running;
    }
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #deliver(): Promise<void> {
    const { url, positions, mined } = this.#options;
    while (!this.#stop.signal.aborted) {
      const position = positions.get(url);
      const next = mined[position];
      if (next === undefined) return;
      if (await this.#post(next.block)) positions.set(url, position + 1);
    }
  }

  async #post(block: NewBlock): Promise<boolean> {
    const { url, onFailure } = this.#options;
    const { signal } = this.#stop;
    try {
      const response = await fetch(`${url}/new_block`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(block),
        signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
      });
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`answered ${response.status}`);
      this.#failures = 0;
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      if (this.#failures === QUIET_FAILURES) onFailure(url, error);
      await pause(Math.min(RETRY_MS.first * 2 ** this.#failures, RETRY_MS.last), signal);
      this.#failures += 1;
      return false;
    }
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener("abort", done);
  });
}

function readPositions(path: string): Record<string, number> {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return {};
  }
  try {
    return positionsSchema.parse(JSON.parse(text));
  } catch {
    return {};
  }
}
