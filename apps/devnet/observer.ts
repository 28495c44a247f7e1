import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import type { Post } from "./chain/ledger.ts";

const positionsSchema = z.record(z.string(), z.int().min(0));

/** How many posts each observer has answered 200 for, kept on disk by its address. */
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

  /**
   * If writes are lost, the observer gets posts twice after a restart, which is harmless.
   * @throws if the disk does not take it; the position counts until the restart
   */
  set(url: string, position: number): void {
    this.#positions[url] = position;
    writeFileSync(`${this.#path}.new`, JSON.stringify(this.#positions));
    renameSync(`${this.#path}.new`, this.#path);
  }
}

interface ObserverOptions {
  /** Its address; blocks are posted to `{url}/new_block`, other things beside it. */
  url: string;
  positions: ObserverPositions;
  /** All posts in order; it only grows. */
  posts: readonly Post[];
  onFailure: (url: string, error: unknown) => void;
}

/** A post without an answer after this time is sent again. */
const ANSWER_MS = 60_000;
const RETRY_MS = { first: 50, last: 1000 };
/** Failures before the log mentions the observer: it may still be starting. */
const QUIET_FAILURES = 8;

/** Posts everything to one observer, in order, each until it answers 200, as a stacks-node does. */
export class Observer {
  readonly #options: ObserverOptions;
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;
  #failures = 0;

  constructor(options: ObserverOptions) {
    this.#options = options;
  }

  /** Delivers waiting posts. Call it whenever there may be new ones. */
  wake(): void {
    this.#running ??= this.#deliver().finally(() => {
      this.#running = undefined;
    });
  }

  /** Resolves when the observer has answered 200 for every post there is. */
  async caughtUp(): Promise<void> {
    const { positions, url, posts } = this.#options;
    while (!this.#stop.signal.aborted && positions.get(url) < posts.length) {
      this.wake();
      await this.#running;
    }
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #deliver(): Promise<void> {
    const { url, positions, posts } = this.#options;
    while (!this.#stop.signal.aborted) {
      const position = positions.get(url);
      const next = posts[position];
      if (next === undefined) return;
      if (await this.#post(next)) this.#advance(position + 1);
    }
  }

  #advance(position: number): void {
    const { url, positions, onFailure } = this.#options;
    try {
      positions.set(url, position);
    } catch (error) {
      onFailure(url, error);
    }
  }

  async #post({ path, body }: Post): Promise<boolean> {
    const { url, onFailure } = this.#options;
    const { signal } = this.#stop;
    try {
      const response = await fetch(url + path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
        signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
      });
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`answered ${response.status}`);
      this.#failures = 0;
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      if (this.#failures === QUIET_FAILURES) onFailure(url, error);
      const pause = Math.min(RETRY_MS.first * 2 ** this.#failures, RETRY_MS.last);
      await delay(pause, undefined, { signal }).catch(() => undefined);
      this.#failures += 1;
      return false;
    }
  }
}

function readPositions(path: string): Record<string, number> {
  try {
    return positionsSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return {};
  }
}
