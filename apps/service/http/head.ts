import type { Database } from "../db/database.ts";

/** Which state of the data an answer was made from: the tip, and how often anything has changed. */
export interface Head {
  indexBlockHash: string | null;
  /** Grows with every commit that readers can see, on chain or off. */
  revision: number;
}

/** Keeps the head at hand, so that asking whether an answer is still fresh costs no query. */
export interface HeadKeeper {
  current(): Head;
  refresh(): Promise<void>;
}

export async function keepHead({ kysely }: Database): Promise<HeadKeeper> {
  let head: Head = { indexBlockHash: null, revision: 0 };
  let begun = 0;
  let applied = 0;
  async function refresh(): Promise<void> {
    begun += 1;
    const turn = begun;
    const { index_block_hash: indexBlockHash, revision } = await kysely
      .selectFrom("cursor")
      .select(["index_block_hash", "revision"])
      .executeTakeFirstOrThrow();
    // A slow answer must not bring back what a later question has already seen to be past.
    if (turn < applied) return;
    applied = turn;
    const isSame = head.indexBlockHash === indexBlockHash && head.revision === revision;
    if (!isSame) head = { indexBlockHash, revision };
  }
  await refresh();
  return { current: () => head, refresh };
}
