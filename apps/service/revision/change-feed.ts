import type { StreamEvent } from "@colonnade/domain/http/stream.ts";
import type { Logger } from "pino";
import { parseNotice } from "./notices.ts";
import type { RevisionCache } from "./revision.ts";

export interface ChangeListener {
  onEvent(event: StreamEvent): void;
  /** Events may have been missed: the listener has to read everything again. */
  onGap(): void;
}

/** Milliseconds. */
const RETRY = 250;

/**
 * Delivers the changes of every process on the database to the listeners in this one. Refreshes the revision before it
 * delivers a change, so that a listener which reads then gets no old answer.
 */
export function createChangeFeed(revision: RevisionCache, log: Logger) {
  const listeners = new Set<ChangeListener>();
  let waiting: StreamEvent[] = [];
  let isOld = false;
  let isGap = false;
  let isClosed = false;
  let isWorking = false;
  let working: Promise<void> = Promise.resolve();

  async function work(): Promise<void> {
    isWorking = true;
    while (isOld && !isClosed) {
      isOld = false;
      const events = waiting.splice(0);
      const wasGap = isGap;
      isGap = false;
      if (!(await refreshRevision())) {
        waiting = [...events, ...waiting];
        isOld = true;
        isGap ||= wasGap;
        await new Promise((resolve) => setTimeout(resolve, RETRY));
        continue;
      }
      deliver(events, wasGap);
    }
    isWorking = false;
  }

  /** Returns false when the database cannot be read. */
  async function refreshRevision(): Promise<boolean> {
    try {
      await revision.refresh();
      return true;
    } catch (error) {
      log.warn({ err: error }, "the revision could not be read; trying again");
      return false;
    }
  }

  function deliver(events: readonly StreamEvent[], wasGap: boolean): void {
    for (const event of events) {
      for (const { onEvent } of listeners) onEvent(event);
    }
    if (wasGap) for (const { onGap } of listeners) onGap();
  }

  function wake(): void {
    isOld = true;
    if (!isWorking) working = work();
  }

  return {
    /** Takes a notice from the database. */
    onNotice(notice: string): void {
      const event = parseNotice(notice);
      if (event === "unknown") isGap = true;
      else if (event !== null) waiting.push(event);
      wake();
    },
    /** Notices may have been missed. */
    onGap(): void {
      isGap = true;
      wake();
    },
    /** @returns a function that unsubscribes */
    subscribe(listener: ChangeListener): () => void {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    async close(): Promise<void> {
      isClosed = true;
      await working;
    },
  };
}

export type ChangeFeed = ReturnType<typeof createChangeFeed>;
