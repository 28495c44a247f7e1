import { sql } from "kysely";
import { anyText } from "../db/bulk.ts";
import type { Executor, Trx } from "../db/database.ts";
import type { Tip } from "../revision/revision.ts";

/** Whether a block is indexed, and if so, whether it is on the canonical chain. */
export async function readBlockStatus(
  db: Executor,
  indexBlockHash: string,
): Promise<"canonical" | "orphaned" | "unknown"> {
  const row = await db
    .selectFrom("blocks")
    .where("index_block_hash", "=", indexBlockHash)
    .select("canonical")
    .executeTakeFirst();
  if (row === undefined) return "unknown";
  return row.canonical ? "canonical" : "orphaned";
}

/** Whether a block is indexed, on any branch. */
export async function isIndexed(db: Executor, indexBlockHash: string): Promise<boolean> {
  return (await readBlockStatus(db, indexBlockHash)) !== "unknown";
}

/** @returns which of some blocks are indexed, on any branch */
export async function readIndexed(db: Executor, hashes: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom("blocks")
    .where("index_block_hash", "=", anyText(hashes))
    .select("index_block_hash")
    .execute();
  return new Set(rows.map(({ index_block_hash }) => index_block_hash));
}

/** Reads an indexed block and its ancestors down to a canonical one, newest first. */
async function readBranch(db: Executor, indexBlockHash: string) {
  const { rows } = await sql<{ hash: string; height: number; canonical: boolean }>`
    with recursive path as (
      select index_block_hash as hash, parent_index_block_hash as parent, height, canonical
      from blocks where index_block_hash = ${indexBlockHash}
      union all
      select b.index_block_hash, b.parent_index_block_hash, b.height, b.canonical
      from blocks b join path p on b.index_block_hash = p.parent
      where not p.canonical
    )
    select hash, height, canonical from path`.execute(db);
  return rows;
}

/**
 * Whether no fork can replace a height: it is below the finality depth, or the index has left out blocks there or
 * above.
 */
export async function isFinal(
  db: Executor,
  height: number,
  tip: Tip,
  finality: number,
): Promise<boolean> {
  if (height <= tip.height - finality) return true;
  const row = await db
    .selectFrom("blocks as b")
    .innerJoin("blocks as p", "p.index_block_hash", "b.parent_index_block_hash")
    .where("b.canonical", "=", sql.lit(true))
    .where("b.height", ">=", height)
    .where(({ eb }) => eb("b.height", ">", eb("p.height", "+", 1)))
    .select("b.height")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns how far below the tip the branch of an indexed block leaves the canonical chain */
export async function readForkDepth(
  db: Executor,
  indexBlockHash: string,
  tip: Tip,
): Promise<number> {
  const branch = await readBranch(db, indexBlockHash);
  return tip.height - (branch.find(({ canonical }) => canonical)?.height ?? 0);
}

/**
 * Makes an indexed block the end of the canonical chain. Marks its branch canonical and the old one orphaned, back to
 * their common ancestor.
 * @returns the blocks whose mark changed; none when the block was the end already
 */
export async function switchBranch(trx: Trx, indexBlockHash: string): Promise<string[]> {
  const path = await readBranch(trx, indexBlockHash);
  const ancestor = path.find(({ canonical }) => canonical);
  if (ancestor === undefined) throw new Error(`${indexBlockHash} leads to no canonical block`);
  const orphaned = await trx
    .updateTable("blocks")
    .set({ canonical: false })
    .where("canonical", "=", sql.lit(true))
    .where("height", ">", ancestor.height)
    .returning("index_block_hash")
    .execute();
  const adopted = path.filter(({ canonical }) => !canonical).map(({ hash }) => hash);
  if (adopted.length > 0) {
    await trx
      .updateTable("blocks")
      .set({ canonical: true })
      .where("index_block_hash", "=", anyText(adopted))
      .execute();
  }
  return [...orphaned.map(({ index_block_hash }) => index_block_hash), ...adopted];
}
