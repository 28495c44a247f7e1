import fc from "fast-check";
import { afterAll, beforeAll, describe, it } from "vitest";
import type { Database } from "../db/database.ts";
import { databases } from "./support/databases.ts";
import { checkHistory } from "./support/history.ts";
import { historyArbitrary } from "./support/steps.ts";

/** Enough to notice in an everyday run; see docs/fork-model.md for more. */
const numRuns = Number(process.env.COLONNADE_REORG_RUNS ?? 10);
const TIMEOUT = Math.max(600_000, numRuns * 20_000);
/** Until then the smallest tree is looked for that fails, or none has failed. */
const interruptAfterTimeLimit = TIMEOUT - 60_000;

describe.each(databases)("The index under forks, on %s", (_, openDatabase) => {
  let database: Database;

  beforeAll(async () => {
    database = await openDatabase();
  });

  afterAll(() => database.close());

  it(
    "ends where indexing the winning chain alone ends, whatever came in between",
    async () => {
      await fc.assert(
        fc.asyncProperty(historyArbitrary, (history) => checkHistory(database, history)),
        { numRuns, interruptAfterTimeLimit, markInterruptAsFailure: true },
      );
    },
    TIMEOUT,
  );
});
