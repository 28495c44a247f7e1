import type { Block } from "../chain/block.ts";
import { anyText } from "../db/array.ts";
import type { Executor } from "../db/database.ts";

/** Whether a block was indexed, on whichever branch. */
export async function isKnown(db: Executor, indexBlockHash: string): Promise<boolean> {
  return (await readMark(db, indexBlockHash)) !== undefined;
}

/** Whether an indexed block is canonical; undefined for one that was not indexed. */
export function readMark(
  db: Executor,
  indexBlockHash: string,
): Promise<{ canonical: boolean } | undefined> {
  return db
    .selectFrom("blocks")
    .where("index_block_hash", "=", indexBlockHash)
    .select("canonical")
    .executeTakeFirst();
}

/** Which of some blocks were indexed, by their hashes. */
export async function knownAmong(db: Executor, blocks: readonly Block[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom("blocks")
    .where("index_block_hash", "=", anyText(blocks.map(({ indexBlockHash }) => indexBlockHash)))
    .select("index_block_hash")
    .execute();
  return new Set(rows.map(({ index_block_hash }) => index_block_hash));
}
