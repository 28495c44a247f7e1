import fc from "fast-check";
import { afterAll, beforeAll, describe, it } from "vitest";
import type { Database } from "../db/database.ts";
import { openTestDatabase } from "./support/database.ts";
import { checkHistory, historyArbitrary } from "./support/history.ts";

describe("The index under forks, on PGlite", () => {
  let database: Database;

  beforeAll(async () => {
    database = await openTestDatabase();
  });

  afterAll(() => database.close());

  const numRuns = Number(process.env.COLONNADE_REORG_RUNS ?? 15);

  it("ends where indexing the winning chain alone ends, whatever came in between", async () => {
    await fc.assert(
      fc.asyncProperty(historyArbitrary, (history) => checkHistory(database, history)),
      { numRuns },
    );
  }, 600_000);
});
