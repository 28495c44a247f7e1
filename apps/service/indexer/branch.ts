import { sql } from "kysely";
import { anyText } from "../db/array.ts";
import type { Trx } from "../db/database.ts";

/**
 * Makes a known block the tip of the canonical chain: moves the marks between its branch and the old one,
 * back to their common ancestor.
 * @returns the blocks whose mark moved, none when the block is the tip already
 */
export async function switchBranch(trx: Trx, indexBlockHash: string): Promise<string[]> {
  const { rows: path } = await sql<{ hash: string; height: number; canonical: boolean }>`
    with recursive path as (
      select index_block_hash as hash, parent_index_block_hash as parent, height, canonical
      from blocks where index_block_hash = ${indexBlockHash}
      union all
      select b.index_block_hash, b.parent_index_block_hash, b.height, b.canonical
      from blocks b join path p on b.index_block_hash = p.parent
      where not p.canonical
    )
    select hash, height, canonical from path`.execute(trx);
  const ancestor = path.find(({ canonical }) => canonical);
  if (ancestor === undefined) throw new Error(`${indexBlockHash} leads to no canonical block`);
  const left = await trx
    .updateTable("blocks")
    .set({ canonical: false })
    .where("canonical", "=", true)
    .where("height", ">", ancestor.height)
    .returning("index_block_hash")
    .execute();
  const taken = path.filter(({ canonical }) => !canonical).map(({ hash }) => hash);
  if (taken.length > 0) {
    await trx
      .updateTable("blocks")
      .set({ canonical: true })
      .where("index_block_hash", "=", anyText(taken))
      .execute();
  }
  return [...left.map(({ index_block_hash }) => index_block_hash), ...taken];
}
