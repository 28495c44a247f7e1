import { setTimeout as delay } from "node:timers/promises";
import { createClient } from "@colonnade/domain/http/client.ts";
import { tellRow, triesOf } from "@colonnade/torture/torture.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import type { Database } from "../db/database.ts";
import { applyStored, openSecondIndex } from "../operator/second-index.ts";
import { chainOf, type TestBlock } from "./support/blocks.ts";
import { keepOpen } from "./support/database.ts";
import { databases } from "./support/databases.ts";
import { startTestService } from "./support/fixture.ts";
import { startNode } from "./support/node.ts";
import { fillOffChain, readOffChain } from "./support/off-chain-rows.ts";
import { runOn } from "./support/operator.ts";
import { Chain, postAll, readChain, replay } from "./support/random-chain.ts";

/** The definitions of indexes, constraints, functions and statistics. */
async function readDefinitions({ kysely }: Database): Promise<unknown> {
  const { rows } = await sql`
    select indexdef as definition from pg_indexes where schemaname <> 'pg_catalog'
    union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
    from pg_constraint where conrelid > 0 and connamespace <> 'information_schema'::regnamespace
    union all select pg_get_functiondef(oid) from pg_proc where pronamespace = current_schema::regnamespace
    union all select pg_get_statisticsobjdef(oid) from pg_statistic_ext
    order by 1`.execute(kysely);
  return rows;
}

/** A service on a database, with a chain that it has indexed. */
async function start(open: () => Promise<Database>, seed: number, blocks: number) {
  const node = await startNode();
  const database = await open();
  const service = await startTestService(node, { database: keepOpen(database) });
  const chain = new Chain(seed);
  await postAll(service, await chain.grow(blocks));
  const giveToNode = () => {
    for (const block of chain.mined) node.add(block);
    node.tip = chain.tip;
  };
  giveToNode();
  return {
    ...{ node, database, service, chain, giveToNode },
    async [Symbol.asyncDispose]() {
      await service.close();
      await database.close();
      await node.close();
    },
  };
}

describe.each(databases)("Rebuilding the index on %s", (kind, open) => {
  it("ends in the rows of a straight replay, and keeps what is off chain", async () => {
    await using running = await start(open, 1, 30);
    const { database, service, chain } = running;
    await fillOffChain(database, 1);
    const before = await readOffChain(database);
    const definitions = await readDefinitions(database);
    const etag = await fetch(`${service.origin}/api/columns`).then((to) => to.headers.get("etag"));
    // A row that no chain leads to.
    await sql`update profiles set brief = '{}', earned = 77`.execute(database.kysely);
    await runOn(database, ["reindex"]);
    expect(await readChain(database)).toEqual(await replay(open, chain.tip));
    expect(await readOffChain(database)).toEqual(before);
    expect(await readDefinitions(database)).toEqual(definitions);
    const { rows } = await sql`
      select from pg_namespace where nspname = 'colonnade_reindex'`.execute(database.kysely);
    expect(rows).toEqual([]);
    const again = await fetch(`${service.origin}/api/columns`, {
      headers: { "if-none-match": etag ?? "" },
    });
    expect(again.status).toBe(200);
    // The index goes on, and forks, on the new tables.
    await postAll(service, await chain.grow(10));
    await runOn(database, ["reindex"]);
    expect(await readChain(database)).toEqual(await replay(open, chain.tip));
  });

  it("neither loses nor repeats a block that comes meanwhile, and every read is answered", async () => {
    const tries = triesOf({ usual: 2, torture: 40 });
    let longestMs = 0;
    for (let seed = 1; seed <= tries; seed += 1) {
      await using running = await start(open, seed, 20);
      const { database, service, chain } = running;
      const late = await chain.grow(20);
      const api = createClient({ origin: service.origin });
      let isDone = false;
      const reading = (async () => {
        while (!isDone) {
          const began = performance.now();
          await Promise.all([api("listProfiles"), api("listEndorsements"), api("getStatus")]);
          longestMs = Math.max(longestMs, performance.now() - began);
          await delay(20);
        }
      })();
      await Promise.all([runOn(database, ["reindex"]), postAll(service, late)]);
      isDone = true;
      await reading;
      const expected = await replay(open, chain.tip);
      await runOn(database, ["reindex"]);
      expect(await readChain(database)).toEqual(expected);
    }
    tellRow({
      fault: `blocks, forks and reads while the index is rebuilt on ${kind}`,
      tries,
      result: "rows equal a straight replay; every read was answered",
      longestMs,
    });
  });

  it("begins again instead of going on when told to", async () => {
    await using running = await start(open, 3, 15);
    const { database, chain } = running;
    const begun = await openSecondIndex(database, "stored", true);
    await applyStored(database, begun.next, 20);
    await begun.next.destroy();
    expect(await runOn(database, ["reindex", "--restart"])).toHaveLength(1);
    expect(await readChain(database)).toEqual(await replay(open, chain.tip));
  });

  it("reads from the node what is stored nowhere, and a block that was lost", async () => {
    await using running = await start(open, 4, 20);
    const { database, node, chain } = running;
    const expected = await replay(open, chain.tip);
    const remove = async (isLinked: boolean) => {
      const lost = chainOf(chain.tip ?? missing())[10]?.payload ?? missing();
      const { index_block_hash: hash, parent_index_block_hash: parent } = lost;
      if (isLinked) {
        await sql`update blocks set parent_index_block_hash = ${parent}
          where parent_index_block_hash = ${hash}`.execute(database.kysely);
      }
      await sql`delete from blocks where index_block_hash = ${hash}`.execute(database.kysely);
    };
    const nodeUrl = node.url;
    await remove(false);
    const said = await runOn(database, ["reindex"], { nodeUrl });
    expect(said[0]).toMatch(/^The block stored at height \d+ does not follow/);
    expect(await readChain(database)).toEqual(expected);

    // As if it had been left out below the finality depth.
    await remove(true);
    await runOn(database, ["reindex", "--from-node"], { nodeUrl });
    expect(await readChain(database)).toEqual(expected);
  });

  it("serves the old rows on when the node has a block that cannot be indexed", async () => {
    await using running = await start(open, 5, 10);
    const { database, node, chain } = running;
    const before = await readChain(database);
    const bad = chainOf(chain.tip ?? missing())[5] ?? missing();
    const { payload } = bad;
    node.add({ ...bad, payload: { ...payload, events: payload.events.map(withoutTransaction) } });
    const failing = runOn(database, ["reindex", "--from-node"], { nodeUrl: node.url });
    await expect(failing).rejects.toThrow("cannot be indexed");
    expect(await readChain(database)).toEqual(before);
  });
});

const withoutTransaction = (event: TestBlock["payload"]["events"][number]) => ({
  ...event,
  txid: `0x${"0".repeat(64)}`,
});

function missing(): never {
  throw new Error("There is no such block");
}
