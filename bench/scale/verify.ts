import { isDeepStrictEqual } from "node:util";
import type { Database } from "@colonnade/service/db/database.ts";
import { openPostgres } from "@colonnade/service/db/postgres.ts";
import { keepHead } from "@colonnade/service/http/head.ts";
import { createOffChain } from "@colonnade/service/http/off-chain.ts";
import { follow } from "@colonnade/service/http/writes/follow.ts";
import { sql } from "kysely";
import { readPayloads } from "./blocks.ts";
import { buildDatabase } from "./build.ts";
import { createBenchIndexer } from "./indexing.ts";
import type { BenchPostgres } from "./postgres.ts";
import { sampleSize } from "./size.ts";

/** Every table that is filled by SQL, and what of it is compared: all but the order of arrival and follows' time. */
const compared = {
  blocks: "index_block_hash, parent_index_block_hash, height, block_time, canonical",
  transactions: "*",
  contract_events: "*",
  event_parties: "*",
  profiles: "*",
  endorsements: "*",
  organizations: "*",
  representatives: "*",
  watchers: "*",
  cursor: "index_block_hash",
  follows: "follower, followee",
  follow_counts: "*",
};

/**
 * Builds a small database by SQL, gives its blocks to the real indexer and its follows to the real call, and
 * compares every row.
 * @throws Error naming the first row that is another
 */
export async function verifyRows(postgres: BenchPostgres): Promise<void> {
  const name = await buildDatabase(postgres, "sample", sampleSize);
  await postgres.query("postgres", "drop database if exists replayed with (force)");
  await postgres.query("postgres", "create database replayed");
  const made = await openPostgres(postgres.address(name));
  const replayed = await openPostgres(postgres.address("replayed"));
  try {
    const indexer = createBenchIndexer(replayed);
    const payloads = await readPayloads(made, 1);
    for (const payload of payloads) await indexer.receive(payload);
    await followAll(made, replayed);
    let rows = 0;
    for (const [table, columns] of Object.entries(compared)) {
      rows += await compareTable(made, replayed, table, columns);
    }
    console.log(
      `The rows made by SQL are the indexer's own: ${rows} rows of ${payloads.length} blocks compared.`,
    );
  } finally {
    await made.close();
    await replayed.close();
  }
  // Built anew each time: the indexer may have changed since.
  for (const done of [name, "replayed"]) {
    await postgres.query("postgres", `drop database ${done} with (force)`);
  }
}

async function followAll(made: Database, replayed: Database): Promise<void> {
  const offChain = createOffChain(replayed, await keepHead(replayed));
  const follows = await made.kysely.selectFrom("follows").orderBy("at").selectAll().execute();
  for (const { follower, followee } of follows) await follow(offChain, follower, followee);
}

async function compareTable(
  made: Database,
  replayed: Database,
  table: string,
  columns: string,
): Promise<number> {
  const read = async ({ kysely }: Database) => {
    const { rows } = await sql<{ row: string }>`
      select row_to_json(t)::text as row from (select ${sql.raw(columns)} from ${sql.table(table)}) t
      order by 1`.execute(kysely);
    return rows.map(({ row }) => row);
  };
  const [ours, theirs] = [await read(made), await read(replayed)];
  const at = ours.findIndex((row, index) => row !== theirs[index]);
  if (!isDeepStrictEqual(ours, theirs)) {
    throw new Error(`${table} differs from the indexer's:\n${ours[at]}\n${theirs[at]}`);
  }
  return ours.length;
}
