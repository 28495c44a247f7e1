import type { Executor } from "../db/database.ts";

/** Whether a block was indexed, on whichever branch. */
export async function isKnown(db: Executor, indexBlockHash: string): Promise<boolean> {
  const row = await db
    .selectFrom("blocks")
    .where("index_block_hash", "=", indexBlockHash)
    .select("height")
    .executeTakeFirst();
  return row !== undefined;
}
