import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { ContractEvent } from "@colonnade/contract-events/contract-event.ts";
import { tellRow, triesOf } from "@colonnade/torture/torture.ts";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPgliteFolder } from "../db/pglite.ts";
import { openPostgres } from "../db/postgres.ts";
import type { Action } from "./support/blocks.ts";
import { fillDataFolder, openTestDatabase } from "./support/database.ts";
import { makeTestPostgres, openTestPostgres } from "./support/databases.ts";
import { startNode, type TestNode } from "./support/node.ts";
import { runOperator, startByNpm } from "./support/operator.ts";
import { carol, owner } from "./support/people.ts";
import { type ServiceProcess, startProcess } from "./support/process.ts";
import { Chain, postAll, readChain, replay } from "./support/random-chain.ts";

/** A call that prints that many events, which cost little. */
function crowded(events: number): Action {
  const about = { watcher: carol.address, by: owner.address };
  const pair: ContractEvent[] = [
    { topic: "add-watcher", ...about },
    { topic: "remove-watcher", ...about },
  ];
  const pairs = Array.from({ length: events / 2 }, () => pair);
  return { sender: owner, functionName: "add-watcher", events: pairs.flat() };
}

describe("reindex, as an operator runs it beside a service", () => {
  let folder: string;
  let node: TestNode;
  let environment: Record<string, string>;
  let running: ServiceProcess;
  let chain: Chain;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "colonnade-reindex-"));
  });

  afterAll(async () => {
    await rm(folder, { recursive: true });
  });

  const tries = triesOf({ usual: 1, torture: 20 });

  /** Makes all tries, each with a new node and a new chain. @param run must start the service */
  async function repeat(run: (time: number) => Promise<void>): Promise<void> {
    for (let time = 0; time < tries; time += 1) {
      node = await startNode();
      chain = new Chain(7 + time);
      try {
        await run(time);
      } finally {
        await running.stop();
        await node.close();
      }
    }
  }

  const result = "run again, it goes on where it was, and every row is that of a straight replay";

  /** Starts the service, and has it index a chain with some crowded blocks. They take several steps to rebuild. */
  async function start(
    database: Record<string, string>,
    blocks: number,
    events: number,
  ): Promise<void> {
    environment = { ...database, COLONNADE_NODE_URL: node.url };
    running = await startProcess(environment);
    await chain.grow(5);
    for (let left = blocks; left > 0; left -= 1) await chain.add(crowded(events));
    await postAll(running, chain.mined);
  }

  const height = () => chain.tip?.payload.block_height ?? 0;

  /** The chain grows, and the command is run again to its end. */
  async function runAgain(): Promise<void> {
    const before = height();
    await postAll(running, await chain.grow(4));
    const { status, out, err } = await runOperator(environment, "reindex");
    expect({ status, out }, err).toEqual({
      status: 0,
      out: `The index is rebuilt, up to height ${height()}.\n`,
    });
    const reached = Number(/^Going on from height (\d+)\.$/m.exec(err)?.[1]);
    expect(reached).toBeGreaterThan(0);
    expect(reached).toBeLessThanOrEqual(before);
    expect(err).toContain(`100 %  ${height()} of ${height()} blocks\n`);
  }

  const progress = /^\d+ % {2}\d+ of \d+ blocks$/m;

  it("goes on after kill −9 of it on PostgreSQL", async () => {
    await repeat(async (time) => {
      await using postgres = await makeTestPostgres();
      const { address } = postgres;
      await start({ DATABASE_URL: address }, 4, 1_300);
      const database = await openPostgres(address);
      await database.kysely.updateTable("profiles").set({ earned: 77 }).execute();
      // It cannot end while somebody reads the old rows.
      const reader = new pg.Client({ connectionString: address });
      await reader.connect();
      await reader.query("begin");
      await reader.query("select from profiles");
      const command = startByNpm(environment, "reindex");
      await command.says(progress);
      // The first is killed while it waits for the reader, the others at other moments.
      if (time === 0) await command.says(/Waiting for readers/);
      else await delay(time * 50);
      await command.kill();
      await reader.end();
      await runAgain();
      expect(await readChain(database)).toEqual(await replay(openTestPostgres, chain.tip));
      await database.close();
    });
    const fault = "kill −9 of `reindex` while it runs, on PostgreSQL";
    tellRow({ fault, tries, result, longestMs: null });
  });

  it("goes on after kill −9 of the service, which runs it on PGlite", async () => {
    await repeat(async (time) => {
      const data = await fillDataFolder(join(folder, `data${time}`));
      await start({ COLONNADE_DATA: data }, 6, 260);
      const command = startByNpm(environment, "reindex");
      await command.says(progress);
      await running.kill();
      expect(await command.end()).toContain("The service ended before the command did.");
      running = await startProcess(environment);
      await runAgain();
      await running.stop();
      const database = await openPgliteFolder(join(data, "service"));
      expect(await readChain(database)).toEqual(await replay(openTestDatabase, chain.tip));
      await database.close();
    });
    const fault = "kill −9 of the service while it runs `reindex`, on PGlite";
    tellRow({ fault, tries, result, longestMs: null });
  });
});
