import type { NewBlock } from "@colonnade/service/chain/new-block.ts";
import type { Database } from "@colonnade/service/db/database.ts";
import { z } from "zod";
import { type BudgetRow, milliseconds, within } from "../rows.ts";
import { readPeople } from "./ingest.ts";
import { median, timeOf } from "./rounds.ts";
import { startService } from "./service.ts";
import { makeBlocks, readMark, restore, startAnew } from "./workload.ts";

const newestSchema = z.object({ items: z.tuple([z.object({ id: z.int() })]) });

/** Calls in a usual block. */
const CALLS = 40;
/** The first blocks also start the service's threads and statements, and do not count. */
const UNCOUNTED = 5;
const COUNTED = 25;
/** Milliseconds. */
const BUDGET = 120;

/** Measures how long after its post a block's last endorsement is served. The service is a process of its own. */
export async function measurePosted(database: Database, databaseUrl: string): Promise<BudgetRow[]> {
  const people = await readPeople(database);
  const mark = await readMark(database, people);
  await restore(database, mark);
  const service = await startService(databaseUrl);
  try {
    const count = UNCOUNTED + COUNTED;
    const blocks = await makeBlocks(mark, people, { label: "posted", count, calls: CALLS });
    const times: number[] = [];
    let newest = mark.endorsement;
    for (const block of blocks) {
      const before = newest;
      times.push(
        await timeOf(async () => {
          await post(service.observerPort, block);
          newest = await readNewest(service.port);
        }),
      );
      if (newest <= before) throw new Error(`The endorsements after ${before} are not served`);
    }
    const counted = times.slice(UNCOUNTED);
    const took = median(counted);
    const row = within(BUDGET, took, {
      what: `block of ${CALLS} calls posted, its last row served, p50 / what it may`,
      baseline: milliseconds(BUDGET),
      ratio: took / BUDGET,
    });
    const longest = milliseconds(Math.max(...counted));
    return [{ ...row, measured: `${row.measured} (longest ${longest})` }];
  } finally {
    await service.close();
    await startAnew(database, mark);
  }
}

async function post(port: number, block: NewBlock): Promise<void> {
  const body = JSON.stringify(block);
  const answer = await fetch(`http://127.0.0.1:${port}/new_block`, { method: "POST", body });
  if (answer.status !== 200) throw new Error(`A block was answered with ${answer.status}`);
}

/** The newest endorsement's id. A block's last endorsement is its last row, and all rows come in one transaction. */
async function readNewest(port: number): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/milestones?limit=1`);
  const [item] = newestSchema.parse(await answer.json()).items;
  return item.id;
}
