import type { Executor, Trx } from "../db/database.ts";

export interface Tip {
  height: number;
  indexBlockHash: string;
}

/** The newest block of the canonical chain, or null while nothing is indexed. */
export async function readTip(db: Executor): Promise<Tip | null> {
  const row = await db
    .selectFrom("cursor as c")
    .innerJoin("blocks as b", "b.index_block_hash", "c.index_block_hash")
    .select(["b.height", "b.index_block_hash"])
    .executeTakeFirst();
  return row === undefined ? null : { height: row.height, indexBlockHash: row.index_block_hash };
}

/**
 * The tip's index block hash, locked until the commit: of several processes on one database one indexes at a time, and
 * no block comes while something is written that depends on what blocks hold. It is taken before any other lock.
 */
export async function lockTip(trx: Trx): Promise<string | null> {
  const row = await trx
    .selectFrom("cursor")
    .select("index_block_hash")
    .forUpdate()
    .executeTakeFirstOrThrow();
  return row.index_block_hash;
}
