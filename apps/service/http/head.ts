import type { Database } from "../db/database.ts";

/** Which state of the data an answer was made from: the tip, and how often what is off chain has changed. */
export interface Head {
  indexBlockHash: string | null;
  revision: number;
}

/** Keeps the head at hand, so that asking whether an answer is still fresh costs no query. */
export interface HeadKeeper {
  current(): Head;
  refresh(): Promise<void>;
}

export async function keepHead({ kysely }: Database): Promise<HeadKeeper> {
  let head: Head = { indexBlockHash: null, revision: 0 };
  async function refresh(): Promise<void> {
    const row = await kysely
      .selectFrom("cursor")
      .select(["index_block_hash", "revision"])
      .executeTakeFirstOrThrow();
    head = { indexBlockHash: row.index_block_hash, revision: row.revision };
  }
  await refresh();
  return { current: () => head, refresh };
}
