import { sql } from "kysely";
import type { Logger } from "pino";
import type { Candidate, UnfitPayload } from "../chain/payload.ts";
import { anyText } from "../db/bulk.ts";
import type { Database, Executor } from "../db/database.ts";

export interface QuarantineOptions {
  database: Database;
  protocolContract: string;
  log: Logger;
}

/** @returns null for a payload that did not decode, which is quarantined */
export async function orQuarantine(
  options: Pick<QuarantineOptions, "database" | "log">,
  read: Candidate | UnfitPayload,
): Promise<Candidate | null> {
  if ("block" in read) return read;
  await quarantine(options, read);
  return null;
}

/** Stores a block that cannot be indexed. A person can look at it, and each new leader tries it again. */
export async function quarantine(
  { database: { kysely: db }, log }: Pick<QuarantineOptions, "database" | "log">,
  { indexBlockHash: block, parentIndexBlockHash, height, reason, kept }: UnfitPayload,
): Promise<void> {
  const wasQuarantined = block !== null && (await isQuarantined(db, block));
  await db
    .insertInto("quarantine")
    .values({
      index_block_hash: block,
      parent_index_block_hash: parentIndexBlockHash,
      height,
      at: Date.now(),
      reason: reason.replaceAll("\0", ""),
      payload: kept.replaceAll("\0", ""),
    })
    .onConflict((conflict) =>
      conflict.column("index_block_hash").doUpdateSet(({ ref }) => ({
        reason: ref("excluded.reason"),
        payload: ref("excluded.payload"),
      })),
    )
    .execute();
  if (block === null) await dropNameless(db, log);
  if (wasQuarantined) log.debug({ block, reason }, "a block stays in quarantine");
  else log.error({ alarm: "block-quarantined", block, reason }, "a block was quarantined");
}

/** Quarantined payloads without a hash that are kept: nothing takes their place. Each has 64 KB at most. */
const MOST_NAMELESS = 100;

/** Drops the oldest payloads without a hash. Refusing the newest would stop the node that posts it. */
async function dropNameless(db: Executor, log: Logger): Promise<void> {
  const { rows } = await sql<{ id: number; reason: string }>`
    delete from quarantine where index_block_hash is null and id <= (
      select id from quarantine where index_block_hash is null
      order by id desc offset ${MOST_NAMELESS} limit 1
    )
    returning id, reason`.execute(db);
  for (const dropped of rows) {
    log.warn(dropped, "a quarantined payload was dropped: there are too many without a hash");
  }
}

export async function isQuarantined(db: Executor, indexBlockHash: string): Promise<boolean> {
  const row = await db
    .selectFrom("quarantine")
    .where("index_block_hash", "=", indexBlockHash)
    .select("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns the quarantined blocks that stand directly on a block */
export async function readQuarantinedOn(db: Executor, parentHash: string): Promise<string[]> {
  const rows = await db
    .selectFrom("quarantine")
    .where("parent_index_block_hash", "=", parentHash)
    .select("index_block_hash")
    .execute();
  return rows.flatMap(({ index_block_hash: hash }) => hash ?? []);
}

/**
 * Reads the JSON of quarantined payloads one at a time, since they may be large and many. They come in order of
 * arrival, so a block comes before its descendants. Skips a block while its parent is still quarantined.
 */
export async function* readQuarantined(db: Executor): AsyncGenerator<string> {
  for (let last = 0; ; ) {
    const row = await db
      .selectFrom("quarantine as q")
      .where("q.id", ">", last)
      .where("q.index_block_hash", "is not", null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("quarantine as p")
              .whereRef("p.index_block_hash", "=", "q.parent_index_block_hash")
              .select("p.id"),
          ),
        ),
      )
      .select(["q.id", "q.payload"])
      .orderBy("q.id")
      .limit(1)
      .executeTakeFirst();
    if (row === undefined) return;
    yield row.payload;
    last = row.id;
  }
}

/**
 * Follows quarantined blocks from child to parent.
 * @returns the oldest of them; null when the given block is not quarantined
 */
export async function findOldestQuarantined(
  db: Executor,
  indexBlockHash: string,
): Promise<string | null> {
  const { rows } = await sql<{ oldest: string }>`
    with recursive line as (
      select index_block_hash, parent_index_block_hash from quarantine where index_block_hash = ${indexBlockHash}
      union
      select q.index_block_hash, q.parent_index_block_hash
      from line join quarantine q on q.index_block_hash = line.parent_index_block_hash
    )
    select index_block_hash as oldest from line
    where not exists (select from quarantine where index_block_hash = line.parent_index_block_hash)`.execute(
    db,
  );
  return rows[0]?.oldest ?? null;
}

export async function releaseFromQuarantine(db: Executor, hashes: string[]): Promise<void> {
  await db.deleteFrom("quarantine").where("index_block_hash", "=", anyText(hashes)).execute();
}

/** Milliseconds that a quarantined block is kept while the index does not wait for it. */
const KEPT = 7 * 24 * 60 * 60_000;

/**
 * Drops what has been quarantined for a week, unless the index waits for it: a block of an abandoned branch, and what
 * names no block. If the node returns to that branch, its blocks are asked for again.
 */
export async function dropOldQuarantined({
  database: { kysely: db },
  log,
}: Pick<QuarantineOptions, "database" | "log">): Promise<void> {
  const { rows } = await sql<{ id: number; block: string | null }>`
    with recursive waited_for as (
      select q.id, q.index_block_hash
      from cursor c join quarantine q on q.parent_index_block_hash = c.index_block_hash
      union
      select q.id, q.index_block_hash
      from waited_for w join quarantine q on q.parent_index_block_hash = w.index_block_hash
    )
    delete from quarantine
    where at < ${Date.now() - KEPT} and id not in (select id from waited_for)
      and (index_block_hash is null or exists (select from cursor where index_block_hash is not null))
    returning id, index_block_hash as block`.execute(db);
  for (const { id, block } of rows) log.warn({ id, block }, "an old quarantined block was dropped");
}
