import type { StreamEvent } from "@colonnade/domain/http/stream.ts";
import type { Logger } from "pino";
import { parseNotice } from "../db/notices.ts";
import type { Changes } from "./changes.ts";
import type { HeadKeeper } from "./head.ts";

/** Brings what the processes on the database tell each other to those who listen in this one. */
export interface Relay {
  onNotice(notice: string): void;
  onGap(): void;
  close(): Promise<void>;
}

const RETRY = 250;

/** Answers are old from the moment the head is read anew, so that comes before anybody hears of a change. */
export function createRelay(heads: HeadKeeper, changes: Changes, log: Logger): Relay {
  let waiting: StreamEvent[] = [];
  let isOld = false;
  let isGap = false;
  let isClosed = false;
  let isWorking = false;
  let working: Promise<void> = Promise.resolve();

  async function work(): Promise<void> {
    isWorking = true;
    while (isOld && !isClosed) {
      const events = waiting;
      const wasGap = isGap;
      waiting = [];
      isOld = false;
      isGap = false;
      try {
        await heads.refresh();
      } catch (error) {
        log.warn({ err: error }, "the head could not be read anew");
        waiting = [...events, ...waiting];
        isOld = true;
        isGap ||= wasGap;
        await new Promise((resolve) => setTimeout(resolve, RETRY));
        continue;
      }
      for (const event of events) changes.publish(event);
      if (wasGap) changes.interrupt();
    }
    isWorking = false;
  }

  function wake(): void {
    isOld = true;
    if (!isWorking) working = work();
  }

  return {
    onNotice(notice) {
      const event = parseNotice(notice);
      // Whatever it says is not known, so those who listen are sent to read anew.
      if (event === "unknown") isGap = true;
      else if (event !== null) waiting.push(event);
      wake();
    },
    onGap() {
      isGap = true;
      wake();
    },
    async close() {
      isClosed = true;
      await working;
    },
  };
}
