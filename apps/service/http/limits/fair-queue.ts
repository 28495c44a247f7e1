import type { Config } from "@colonnade/domain/config.ts";
import type { Context } from "hono";
import { LRUCache } from "lru-cache";
import { clientOf, siteOf } from "../requests/client-address.ts";
import type { Env } from "../requests/env.ts";
import { createConcurrencyLimit } from "./concurrency-limit.ts";

/** Bounds of tasks. An IPv6 site runs as many as a client. */
interface QueueBounds {
  /**
   * Tasks that run at once. If two or more may, the last turn is kept for short tasks of clients that used little time
   * lately.
   */
  all: number;
  /** Tasks of one client that run at once. */
  client: number;
  /** Tasks of one client that run or wait. */
  waiting: number;
}

/** Milliseconds of recent work that count as little. */
const LITTLE = 2_000;
/** Milliseconds after which the work of a client counts half. */
const HALF_LIFE = 30_000;
/** Sites whose work is remembered. */
const REMEMBERED = 10_000;

interface TaskOptions {
  /** Whether the task may take a second; false if absent. */
  isLong?: boolean;
  /** Aborted when nobody needs the task any more; the request's signal if absent. */
  givenUp?: AbortSignal;
}

/**
 * Runs a task in a turn of the client that sent the request. If the request is given up before, the task never runs.
 * @throws TooManyError when too many tasks of the client wait, and the reason of the signal
 */
export type InTurn = <Result>(
  c: Context<Env>,
  task: () => Promise<Result>,
  options?: TaskOptions,
) => Promise<Result>;

/** For a task whose result other requests need, too. */
export const neverGivenUp = new AbortController().signal;

/** A task that waits. */
interface Waiting {
  isLong: boolean;
  begin(): void;
}

/** The tasks of one client that wait, oldest first. */
interface Line {
  client: string;
  /** An IPv6 client's site, else the client. */
  site: string;
  waiting: Set<Waiting>;
}

/**
 * Runs tasks in turns that are fair to clients: the site whose tasks took the least time lately goes next. So one
 * client's tasks, however many or long, do not delay others.
 * @param retryAfter seconds that a refused client is told to wait
 */
export function createFairQueue(config: Config, bounds: QueueBounds, retryAfter: number): InTurn {
  const bound = { client: bounds.waiting, all: Number.POSITIVE_INFINITY };
  const slots = createConcurrencyLimit(config, bound, retryAfter);
  /** By client. A client moves to the end after its turn, so the clients of one site take turns, too. */
  const lines = new Map<string, Line>();
  /** The site of each running task. */
  const running: string[] = [];
  /** The milliseconds that each site's tasks took, and when they were last counted. */
  const work = new LRUCache<string, { ms: number; at: number }>({ max: REMEMBERED });

  function workOf(site: string): number {
    const known = work.peek(site);
    if (known === undefined) return 0;
    return known.ms * 2 ** ((known.at - performance.now()) / HALF_LIFE);
  }

  function mayRun({ site, waiting: [first] }: Line): boolean {
    const mayTakeLast = first?.isLong === false && workOf(site) <= LITTLE;
    const most = mayTakeLast ? bounds.all : Math.max(1, bounds.all - 1);
    const own = running.filter((each) => each === site).length;
    return running.length < most && own < bounds.client;
  }

  function findNext(): Line | null {
    let next: Line | null = null;
    for (const line of lines.values()) {
      const isBefore = next === null || workOf(line.site) < workOf(next.site);
      if (isBefore && mayRun(line)) next = line;
    }
    return next;
  }

  function beginNext(): void {
    const next = findNext();
    const [first] = next?.waiting ?? [];
    if (next === null || first === undefined) return;
    lines.delete(next.client);
    if (next.waiting.size > 1) lines.set(next.client, next);
    next.waiting.delete(first);
    running.push(next.site);
    first.begin();
  }

  /** Resolves when the turn has come. */
  function wait(client: string, site: string, isLong: boolean, givenUp: AbortSignal) {
    const line = lines.get(client) ?? { client, site, waiting: new Set() };
    return new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        line.waiting.delete(one);
        if (line.waiting.size === 0) lines.delete(client);
        reject(givenUp.reason);
      };
      const begin = () => {
        givenUp.removeEventListener("abort", giveUp);
        resolve();
      };
      const one = { isLong, begin };
      if (givenUp.aborted) return giveUp();
      givenUp.addEventListener("abort", giveUp, { once: true });
      lines.set(client, line);
      line.waiting.add(one);
      beginNext();
    });
  }

  async function run<Result>(site: string, task: () => Promise<Result>): Promise<Result> {
    const start = performance.now();
    try {
      return await task();
    } finally {
      const at = performance.now();
      work.set(site, { ms: workOf(site) + at - start, at });
      running.splice(running.indexOf(site), 1);
      beginNext();
    }
  }

  return async (c, task, { isLong = false, givenUp = c.var.ended } = {}) => {
    const client = clientOf(c, config);
    const site = siteOf(client) ?? client;
    const release = slots.acquire(c);
    try {
      await wait(client, site, isLong, givenUp);
      return await run(site, task);
    } finally {
      release();
    }
  };
}
