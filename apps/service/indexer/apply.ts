import { sql } from "kysely";
import type { Block } from "../chain/block.ts";
import { BlockError } from "../chain/block.ts";
import { anyText } from "../db/array.ts";
import type { Trx } from "../db/database.ts";
import { insertRows } from "../db/insert-rows.ts";
import { switchBranch } from "./branch.ts";
import type { Effect } from "./effect.ts";
import { noteEffect } from "./effect-of-blocks.ts";
import { foldHistory } from "./fold.ts";
import { formatPayload, historyOfBlocks, readHistory, subjectOf } from "./history.ts";
import { knownAmong } from "./known.ts";
import { writeParties } from "./parties.ts";
import { transactionPosition } from "./position.ts";
import { settleByBlocks } from "./standings.ts";
import { lockTip } from "./tip.ts";
import { noteMined } from "./turns.ts";

/**
 * Makes new blocks the chain's end, each the next one's parent, and folds all that happened in them at once. The
 * first one's parent is known, or the index is empty.
 * @returns whether any is new: another process may have been faster while this one waited for the lock
 * @throws BlockError, FoldError when one cannot stand on its parent
 */
export async function applyBlocks(
  trx: Trx,
  lineage: readonly Block[],
  effect: Effect,
): Promise<boolean> {
  const tip = await lockTip(trx);
  const known = await knownAmong(trx, lineage);
  const blocks = lineage.filter(({ indexBlockHash }) => !known.has(indexBlockHash));
  const [first] = blocks;
  const last = blocks.at(-1);
  if (first === undefined || last === undefined) return false;
  const isFork = tip !== null && tip !== first.parentIndexBlockHash;
  if (tip !== null) await checkHeights(trx, blocks, first.parentIndexBlockHash);
  const moved = isFork ? await switchBranch(trx, first.parentIndexBlockHash) : [];
  await writeBlocks(trx, blocks);
  const changed = [...moved, ...blocks.map(({ indexBlockHash }) => indexBlockHash)];
  const history = isFork
    ? await readHistory(trx, await readSubjects(trx, changed))
    : historyOfBlocks(blocks);
  await foldHistory(trx, history);
  await writeParties(trx, blocks);
  await writeTip(trx, last.indexBlockHash);
  await noteMined(trx, changed);
  await settleByBlocks(trx, changed);
  await noteEffect(trx, changed, effect);
  return true;
}

/**
 * Makes a known block the tip, whichever branch it is on.
 * @param from the tip when the node was asked; when it has moved since, another process knows better
 * @returns whether it was made the tip
 */
export async function followTo(
  trx: Trx,
  indexBlockHash: string,
  from: string | null,
  effect: Effect,
): Promise<boolean> {
  if ((await lockTip(trx)) !== from) return false;
  const moved = await switchBranch(trx, indexBlockHash);
  await foldHistory(trx, await readHistory(trx, await readSubjects(trx, moved)));
  await writeTip(trx, indexBlockHash);
  await noteMined(trx, moved);
  await settleByBlocks(trx, moved);
  await noteEffect(trx, moved, effect);
  return true;
}

/** Null when nothing is indexed any more. */
export async function writeTip(trx: Trx, indexBlockHash: string | null): Promise<void> {
  await trx
    .updateTable("cursor")
    .set({ index_block_hash: indexBlockHash, revision: sql`revision + 1` })
    .execute();
}

async function checkHeights(trx: Trx, blocks: readonly Block[], parentHash: string): Promise<void> {
  const parent = await trx
    .selectFrom("blocks")
    .where("index_block_hash", "=", parentHash)
    .select("height")
    .executeTakeFirstOrThrow();
  for (const [place, { height, indexBlockHash }] of blocks.entries()) {
    const before = parent.height + place;
    if (height !== before + 1) {
      throw new BlockError(
        `Block ${indexBlockHash} says height ${height}; its parent is at ${before}`,
      );
    }
  }
}

async function writeBlocks(trx: Trx, blocks: readonly Block[]): Promise<void> {
  await insertRows(
    trx,
    "blocks",
    blockColumns,
    blocks.map(({ indexBlockHash, parentIndexBlockHash, height, time }) => ({
      index_block_hash: indexBlockHash,
      parent_index_block_hash: parentIndexBlockHash,
      height,
      block_time: time,
      canonical: true,
    })),
  );
  await insertRows(trx, "transactions", transactionColumns, blocks.flatMap(transactionRowsOf));
  await insertRows(trx, "contract_events", eventColumns, blocks.flatMap(eventRowsOf));
}

function transactionRowsOf({ indexBlockHash, height, time, transactions, events }: Block) {
  const printing = new Set(events.map(({ txIndex }) => txIndex));
  return transactions.map(({ txIndex, txId, sender, functionName, about, status, errorCode }) => ({
    index_block_hash: indexBlockHash,
    tx_index: txIndex,
    tx_id: txId,
    sender,
    function_name: functionName,
    status,
    listed: !printing.has(txIndex),
    at: time * 1000,
    position: transactionPosition(height, txIndex),
    error_code: errorCode,
    // Events of the contract say themselves what they are about.
    metadata: printing.has(txIndex) ? "{}" : JSON.stringify(about),
  }));
}

function eventRowsOf({ indexBlockHash, events }: Block) {
  return events.map(({ txIndex, eventIndex, txId, event }) => ({
    index_block_hash: indexBlockHash,
    tx_index: txIndex,
    event_index: eventIndex,
    tx_id: txId,
    topic: event.topic,
    subject: subjectOf(event),
    payload: formatPayload(event),
  }));
}

const blockColumns = {
  index_block_hash: "text",
  parent_index_block_hash: "text",
  height: "bigint",
  block_time: "bigint",
  canonical: "boolean",
} as const;

const transactionColumns = {
  index_block_hash: "text",
  tx_index: "integer",
  tx_id: "text",
  sender: "text",
  function_name: "text",
  status: "text",
  listed: "boolean",
  at: "bigint",
  position: "text",
  error_code: "bigint",
  metadata: "text",
} as const;

const eventColumns = {
  index_block_hash: "text",
  tx_index: "integer",
  event_index: "integer",
  tx_id: "text",
  topic: "text",
  subject: "text",
  payload: "text",
} as const;

/** The nouns that the events of some blocks touch. */
async function readSubjects(trx: Trx, blocks: string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom("contract_events")
    .where("index_block_hash", "=", anyText(blocks))
    .select("subject")
    .distinct()
    .execute();
  return rows.map(({ subject }) => subject);
}
