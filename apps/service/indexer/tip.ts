import type { Executor } from "../db/database.ts";

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
