import { sql } from "kysely";
import type { Block, BlockEvent, BlockTransaction } from "../chain/block.ts";
import { anyText } from "../db/bulk.ts";
import type { Executor } from "../db/database.ts";
import { parsePayload } from "../indexer/history.ts";
import type { Tip } from "../revision/revision.ts";

/** The stored canonical blocks do not follow each other. */
export class StoredGapError extends Error {
  override readonly name = "StoredGapError";

  constructor(height: number) {
    super(`The block stored at height ${height} does not follow the one before it.`);
  }
}

/** Most blocks that are read at once. */
const BLOCKS = 1_000;

/**
 * Reads stored canonical blocks, as they were decoded.
 * @param base the block that they follow; null for the first
 * @param most events that are read at once, unless one block has more
 * @returns the next blocks; none after the last
 * @throws StoredGapError
 */
export async function readStoredBlocks(
  db: Executor,
  base: Tip | null,
  most: number,
): Promise<Block[]> {
  const headers = cut(await readHeaders(db, base), most);
  const hashes = headers.map(({ index_block_hash }) => index_block_hash);
  const transactions = await readTransactions(db, hashes);
  const events = await readEvents(db, hashes);
  let before = base;
  return headers.map(({ index_block_hash, parent_index_block_hash, height, block_time }) => {
    if (before !== null && before.indexBlockHash !== parent_index_block_hash)
      throw new StoredGapError(height);
    const leftOut = before === null ? 0 : height - before.height - 1;
    before = { indexBlockHash: index_block_hash, height };
    return {
      indexBlockHash: index_block_hash,
      parentIndexBlockHash: parent_index_block_hash,
      leftOut,
      height,
      time: block_time,
      transactions: transactions.get(index_block_hash) ?? [],
      events: events.get(index_block_hash) ?? [],
    };
  });
}

type Header = Awaited<ReturnType<typeof readHeaders>>[number];

function readHeaders(db: Executor, base: Tip | null) {
  return db
    .selectFrom("blocks as b")
    .where("b.canonical", "=", sql.lit(true))
    .where("b.height", ">", base?.height ?? -1)
    .orderBy("b.height")
    .limit(BLOCKS)
    .select(["b.index_block_hash", "b.parent_index_block_hash", "b.height", "b.block_time"])
    .select(({ selectFrom }) =>
      selectFrom("contract_events as e")
        .whereRef("e.index_block_hash", "=", "b.index_block_hash")
        .select(({ fn }) => fn.countAll<number>().as("many"))
        .as("events"),
    )
    .execute();
}

/** The first headers that have no more than that many events together, or the first one. */
function cut(headers: Header[], most: number): Header[] {
  let events = 0;
  const end = headers.findIndex((header, place) => {
    events += header.events ?? 0;
    return place > 0 && events > most;
  });
  return end === -1 ? headers : headers.slice(0, end);
}

async function readTransactions(
  db: Executor,
  hashes: string[],
): Promise<Map<string, BlockTransaction[]>> {
  const rows = await db
    .selectFrom("transactions")
    .where("index_block_hash", "=", anyText(hashes))
    .orderBy("index_block_hash")
    .orderBy("tx_index")
    .select(["index_block_hash", "tx_index", "tx_id", "sender", "function_name"])
    .select(["metadata", "status", "error_code", "raw"])
    .execute();
  const grouped = Map.groupBy(rows, ({ index_block_hash }) => index_block_hash);
  return mapValues(grouped, (row) => ({
    txIndex: row.tx_index,
    txId: row.tx_id,
    sender: row.sender,
    functionName: row.function_name,
    about: JSON.parse(row.metadata),
    status: row.status,
    errorCode: row.error_code,
    raw: row.raw,
  }));
}

async function readEvents(db: Executor, hashes: string[]): Promise<Map<string, BlockEvent[]>> {
  const rows = await db
    .selectFrom("contract_events")
    .where("index_block_hash", "=", anyText(hashes))
    .orderBy("index_block_hash")
    .orderBy("tx_index")
    .orderBy("event_index")
    .select(["index_block_hash", "tx_index", "event_index", "tx_id", "payload"])
    .execute();
  const grouped = Map.groupBy(rows, ({ index_block_hash }) => index_block_hash);
  return mapValues(grouped, ({ tx_index, event_index, tx_id, payload }) => ({
    txIndex: tx_index,
    eventIndex: event_index,
    txId: tx_id,
    event: parsePayload(payload),
  }));
}

function mapValues<Key, From, To>(groups: Map<Key, From[]>, change: (from: From) => To) {
  return new Map([...groups].map(([key, values]) => [key, values.map(change)]));
}
