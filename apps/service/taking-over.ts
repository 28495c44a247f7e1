import type { Logger } from "pino";
import type { Database } from "./db/database.ts";
import type { Indexer } from "./indexer/indexer.ts";
import { settleUnsettled } from "./indexer/standings.ts";

/** What a process does once when it comes to lead: another release, which led before, may have left it undone. */
export interface TakingOver {
  begin(): Promise<void>;
  /** Resolves when no block that was set aside is being tried. */
  end(): Promise<void>;
}

export function createTakingOver(indexer: Indexer, database: Database, log: Logger): TakingOver {
  /** What is set aside may be much, and ask the node: blocks wait their turn behind it, and nobody else. */
  let retrying = Promise.resolve();

  async function retryQuarantine(): Promise<void> {
    try {
      await indexer.retryQuarantine();
    } catch (error) {
      log.warn({ err: error }, "blocks that were set aside could not be tried again");
    }
  }

  return {
    async begin() {
      retrying = retryQuarantine();
      try {
        await settleUnsettled(database);
      } catch (error) {
        log.warn({ err: error }, "applications could not be settled");
      }
    },
    end: () => retrying,
  };
}
