import { tellRow, triesOf } from "@colonnade/torture/torture.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, it } from "vitest";
import type { Database } from "../db/database.ts";
import { databases } from "./support/databases.ts";
import { checkHistory } from "./support/history.ts";
import { buildStandIn, type StandInApp } from "./support/renderer.ts";
import { historyArbitrary } from "./support/steps.ts";

/** Trees on each database. */
const numRuns = triesOf({ usual: 4, torture: 500 });
const TIMEOUT = Math.max(600_000, numRuns * 20_000);
/** Shrinking a failing tree stops then. */
const interruptAfterTimeLimit = TIMEOUT - 60_000;

describe.each(databases)("The index under random forks on %s", (name, openDatabase) => {
  let database: Database;
  let app: StandInApp;

  beforeAll(async () => {
    database = await openDatabase();
    app = await buildStandIn();
  });

  afterAll(async () => {
    await database.close();
    await app[Symbol.asyncDispose]();
  });

  it(
    "equals an index of the winning chain alone",
    async () => {
      await fc.assert(
        fc.asyncProperty(historyArbitrary, (history) =>
          checkHistory(database, app.webFolder, history),
        ),
        { numRuns, interruptAfterTimeLimit, markInterruptAsFailure: true },
      );
      tellRow({
        fault: `random trees of forks, to a depth of 100, on ${name}`,
        tries: numRuns,
        result: "every table and answer is that of an index which saw the winning chain alone",
        longestMs: null,
      });
    },
    TIMEOUT,
  );
});
