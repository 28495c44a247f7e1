import fc from "fast-check";
import { afterAll, beforeAll, describe, it } from "vitest";
import type { Database } from "../db/database.ts";
import { databases } from "./support/databases.ts";
import { checkHistory, historyArbitrary } from "./support/history.ts";

/** Many more on demand; enough to notice in an everyday run. */
const numRuns = Number(process.env.COLONNADE_REORG_RUNS ?? 10);

describe.each(databases)("The index under forks, on %s", (_, openDatabase) => {
  let database: Database;

  beforeAll(async () => {
    database = await openDatabase();
  });

  afterAll(() => database.close());

  it("ends where indexing the winning chain alone ends, whatever came in between", async () => {
    await fc.assert(
      fc.asyncProperty(historyArbitrary, (history) => checkHistory(database, history)),
      { numRuns },
    );
  }, 600_000);
});
