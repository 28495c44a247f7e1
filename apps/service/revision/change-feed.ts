import { type StreamEvent, streamEventSchema } from "@colonnade/domain/http/stream.ts";
import { parseJson } from "@colonnade/domain/text.ts";
import { sql } from "kysely";
import { CHANNEL, type Trx } from "../db/database.ts";
import type { WarnOfTrouble } from "../monitoring/log.ts";
import type { Revision, RevisionCache } from "./revision.ts";

/** Bytes. PostgreSQL refuses a notice of 8,000. */
const LARGEST = 7_999;

/** Tells every process, this one included, what a transaction changed. The notices arrive after the commit. */
export async function notify(trx: Trx, events: readonly StreamEvent[]): Promise<void> {
  const notices = noticesOf(events);
  await sql`select pg_notify(${CHANNEL}, notice) from unnest(${notices}::text[]) as notice`.execute(
    trx,
  );
}

/**
 * @returns null for a notice that says only that something changed; `unknown` for one that this release cannot read,
 *   such as from a process of a newer release
 */
export function parseNotice(text: string): StreamEvent | null | "unknown" {
  if (text === "") return null;
  const parsed = streamEventSchema.safeParse(parseJson(text));
  return parsed.success ? parsed.data : "unknown";
}

/** Formats events as small enough notices. There is always one: every commit makes the cached responses old. */
export function noticesOf(events: readonly StreamEvent[]): string[] {
  const notices = events.filter(concernsAnybody).flatMap(split);
  return notices.length === 0 ? [""] : notices;
}

function concernsAnybody(event: StreamEvent): boolean {
  if (event.type === "tip") return true;
  return [event.principals, event.endorsements, event.organizations].some((of) => of.length > 0);
}

/** Halves a change until each part is small enough. One of each kind always is. */
function split(event: StreamEvent): string[] {
  const notice = JSON.stringify(event);
  if (event.type === "tip" || Buffer.byteLength(notice) <= LARGEST) return [notice];
  return [0, 1].flatMap((half) => {
    const halfOf = <One>(all: One[]) => {
      const middle = Math.ceil(all.length / 2);
      return half === 0 ? all.slice(0, middle) : all.slice(middle);
    };
    return split({
      type: "change",
      principals: halfOf(event.principals),
      endorsements: halfOf(event.endorsements),
      organizations: halfOf(event.organizations),
    });
  });
}

interface ChangeListener {
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
export function createChangeFeed(revision: RevisionCache, warnOfTrouble: WarnOfTrouble) {
  const listeners = new Set<ChangeListener>();
  let waiting: StreamEvent[] = [];
  let isOld = false;
  let isGap = false;
  /** Whether no notice could come since the last gap. */
  let isUnheard = false;
  /** The revision at the last gap. */
  let atGap: Revision | null = null;
  let isClosed = false;
  let isWorking = false;
  let working: Promise<void> = Promise.resolve();

  async function work(): Promise<void> {
    isWorking = true;
    while (isOld && !isClosed) {
      isOld = false;
      const events = waiting.splice(0);
      const was = { isGap, isUnheard };
      isGap = false;
      isUnheard = false;
      if (!(await refreshRevision())) {
        waiting = [...events, ...waiting];
        isOld = true;
        isGap ||= was.isGap;
        isUnheard ||= was.isUnheard;
        await new Promise((resolve) => setTimeout(resolve, RETRY));
        continue;
      }
      const now = revision.current();
      const hasGap = was.isGap || (was.isUnheard && now !== atGap);
      if (hasGap) atGap = now;
      deliver(events, hasGap);
    }
    isWorking = false;
  }

  /** Returns false when the database cannot be read. */
  async function refreshRevision(): Promise<boolean> {
    try {
      await revision.refresh();
      return true;
    } catch (error) {
      warnOfTrouble({ err: error }, "the revision could not be read; trying again");
      return false;
    }
  }

  function deliver(events: readonly StreamEvent[], hasGap: boolean): void {
    for (const event of events) {
      for (const { onEvent } of listeners) onEvent(event);
    }
    if (hasGap) for (const { onGap } of listeners) onGap();
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
    /** No notice could come since the last gap. There is another one if the revision has changed since. */
    onUnheard(): void {
      isUnheard = true;
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
