import { sql } from "kysely";
import type { Database, Executor, Trx } from "../db/database.ts";

/** The version of what is served. Everything read at one revision is the same. */
export interface Revision {
  /** The newest canonical block; null while nothing is indexed. */
  indexBlockHash: string | null;
  /** Grows with every commit that readers can see, on chain or off. */
  counter: number;
  /** Random for each revision. A restored backup counts on from an earlier counter, but never repeats an id. */
  id: string;
}

/** The current revision in memory, so that checking whether an answer is still fresh costs no query. */
export interface RevisionCache {
  current(): Revision;
  /** Reads the revision again. The object from `current` stays the same one while nothing changed. */
  refresh(): Promise<void>;
}

export async function createRevisionCache({
  kysely,
}: Pick<Database, "kysely">): Promise<RevisionCache> {
  let revision: Revision = { indexBlockHash: null, counter: 0, id: "" };
  let started = 0;
  let newest = 0;
  async function refresh(): Promise<void> {
    started += 1;
    const turn = started;
    const read = await kysely
      .selectFrom("cursor")
      .select(["index_block_hash as indexBlockHash", "revision as counter", "revision_id as id"])
      .executeTakeFirstOrThrow();
    // A slow read must not overwrite what a later one has found.
    if (turn < newest) return;
    newest = turn;
    if (revision.id !== read.id) revision = read;
  }
  await refresh();
  return { current: () => revision, refresh };
}

/** The newest block of the canonical chain. */
export interface Tip {
  height: number;
  indexBlockHash: string;
}

/** @returns null while nothing is indexed */
export async function readTip(db: Executor): Promise<Tip | null> {
  const row = await db
    .selectFrom("cursor as c")
    .innerJoin("blocks as b", "b.index_block_hash", "c.index_block_hash")
    .select(["b.height", "b.index_block_hash"])
    .executeTakeFirst();
  return row === undefined ? null : { height: row.height, indexBlockHash: row.index_block_hash };
}

/**
 * Reads the tip's index block hash and locks it until the commit. So one process indexes at a time, and no block comes
 * while a transaction writes something that depends on blocks. Take this lock before any other.
 */
export async function lockTip(trx: Trx): Promise<string | null> {
  const row = await trx
    .selectFrom("cursor")
    .select("index_block_hash")
    .forUpdate()
    .executeTakeFirstOrThrow();
  return row.index_block_hash;
}

/** What each commit that readers can see changes. */
const nextRevision = {
  revision: sql<number>`revision + 1`,
  revision_id: sql<string>`gen_random_uuid()`,
};

/**
 * Makes a new revision with this tip.
 * @param indexBlockHash null when the index is emptied
 */
export async function writeTip(trx: Trx, indexBlockHash: string | null): Promise<void> {
  await trx
    .updateTable("cursor")
    .set({ index_block_hash: indexBlockHash, ...nextRevision })
    .execute();
}

/** Makes a new revision with the same tip. */
export async function bumpRevision(trx: Trx): Promise<void> {
  await trx.updateTable("cursor").set(nextRevision).execute();
}
