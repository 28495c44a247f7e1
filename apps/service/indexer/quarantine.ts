import { sql } from "kysely";
import { anyText } from "../db/array.ts";
import type { Executor } from "../db/database.ts";

/** A block set aside, and why. */
export interface SetAside {
  indexBlockHash: string | null;
  parentIndexBlockHash: string | null;
  reason: string;
  payload: unknown;
}

/** Keeps a block that cannot be indexed, for a person to look at and for another try when a process begins to lead. */
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

/**
 * The blocks set aside, in order of arrival, one read after the other was dealt with: a block is large, and they may be
 * many. What stands on another that is still set aside is passed over.
 */
export async function* readSetAside(db: Executor): AsyncGenerator<unknown> {
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
    yield JSON.parse(row.payload);
    last = row.id;
  }
}

/** The eldest of the blocks set aside that a block stands on one after the other; null where it is not set aside. */
export async function findEldestSetAside(
  db: Executor,
  indexBlockHash: string,
): Promise<string | null> {
  const { rows } = await sql<{ eldest: string }>`
    with recursive line as (
      select index_block_hash, parent_index_block_hash from quarantine where index_block_hash = ${indexBlockHash}
      union
      select q.index_block_hash, q.parent_index_block_hash
      from line join quarantine q on q.index_block_hash = line.parent_index_block_hash
    )
    select index_block_hash as eldest from line
    where not exists (select from quarantine where index_block_hash = line.parent_index_block_hash)`.execute(
    db,
  );
  return rows[0]?.eldest ?? null;
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
