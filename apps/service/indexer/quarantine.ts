import { anyText } from "../db/array.ts";
import type { Executor } from "../db/database.ts";

/** A block set aside, and why. */
export interface SetAside {
  indexBlockHash: string | null;
  parentIndexBlockHash: string | null;
  reason: string;
  payload: unknown;
}

/** Keeps a block that cannot be indexed, for a person to look at and for another try at the next start. */
export async function setAside(db: Executor, block: SetAside): Promise<void> {
  await db
    .insertInto("quarantine")
    .values({
      index_block_hash: block.indexBlockHash,
      parent_index_block_hash: block.parentIndexBlockHash,
      reason: block.reason.replaceAll("\0", ""),
      payload: JSON.stringify(block.payload) ?? "null",
      arrived_at: Date.now(),
    })
    .onConflict((conflict) =>
      conflict.column("index_block_hash").doUpdateSet(({ ref }) => ({
        reason: ref("excluded.reason"),
        payload: ref("excluded.payload"),
      })),
    )
    .execute();
}

export async function isSetAside(db: Executor, indexBlockHash: string): Promise<boolean> {
  const row = await db
    .selectFrom("quarantine")
    .where("index_block_hash", "=", indexBlockHash)
    .select("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** The blocks set aside that say which block they are, in order of arrival. */
export async function readSetAside(db: Executor): Promise<unknown[]> {
  const rows = await db
    .selectFrom("quarantine")
    .where("index_block_hash", "is not", null)
    .select("payload")
    .orderBy("id")
    .execute();
  return rows.map(({ payload }) => JSON.parse(payload));
}

/** @returns whether any of the blocks had been set aside */
export async function releaseFromQuarantine(db: Executor, blocks: string[]): Promise<boolean> {
  const rows = await db
    .deleteFrom("quarantine")
    .where("index_block_hash", "=", anyText(blocks))
    .returning("id")
    .execute();
  return rows.length > 0;
}

export async function countSetAside(db: Executor): Promise<number> {
  const { count } = await db
    .selectFrom("quarantine")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}
