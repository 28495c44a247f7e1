import { FoldError } from "@colonnade/contract-events/fold/chain-entry.ts";
import type { EndorsementState } from "@colonnade/contract-events/fold/endorsement.ts";
import { sql } from "kysely";
import { type Block, BlockError } from "../chain/block.ts";
import { insertRows } from "../db/bulk.ts";
import type { Trx } from "../db/database.ts";
import { chainTables } from "../db/tables.ts";
import { isRefusedValue } from "../db/unavailable.ts";
import { noteUse } from "../images/named-images.ts";
import { AlarmError } from "../monitoring/log.ts";
import { settleApplicationsDecidedBy } from "../off-chain/application-status.ts";
import { markMined } from "../off-chain/pending-events.ts";
import { settleReportsDecidedBy } from "../off-chain/report-status.ts";
import { settleAll } from "../off-chain/settle-all.ts";
import { lockTip, readTip, writeTip } from "../revision/revision.ts";
import { readIndexed, switchBranch } from "./canonical-chain.ts";
import { type Change, changeOf, concernedBy, type Dependents, readConcerned } from "./change.ts";
import { actorOf, recipientOf, writeRecipients } from "./event-recipients.ts";
import {
  findHistory,
  type History,
  historyOfBlocks,
  subjectKey,
  transactionPosition,
} from "./history.ts";
import { holdEndorsements, renameInEndorsements, writeEndorsements } from "./nouns/endorsements.ts";
import { writeOrganizations } from "./nouns/organizations.ts";
import { writeBlocked, writePeople, writeWatchers } from "./nouns/people.ts";

/** The index left out a block that holds something, so the index must be built again. */
class LostBlockError extends AlarmError {
  override readonly name = "LostBlockError";
  readonly alarm = "lost-block";

  constructor({ indexBlockHash, height }: Block) {
    super(
      `Block ${indexBlockHash} at height ${height} holds transactions, but the index left it out and has the blocks after it. Read the chain again: npm run colonnade -- reindex --from-node`,
    );
  }
}

/** Whether an error says that a block can never be applied. */
export function isUnfit(error: unknown): error is Error {
  return error instanceof BlockError || error instanceof FoldError || isRefusedValue(error);
}

/**
 * Makes new blocks the end of the canonical chain and folds their events. The parent of the first is indexed, or the
 * index is empty; each is the parent of the next.
 * @param from the only tip that may be left for another branch; null if none may, absent if any may
 * @returns null when another process has applied these before, or they are on another branch than a newer tip
 * @throws BlockError, FoldError when a block cannot follow its parent
 * @throws LostBlockError when another process has left out a block that holds something
 */
export async function applyBlocks(
  trx: Trx,
  line: readonly Block[],
  from?: string | null,
): Promise<Change | null> {
  const tip = await lockTip(trx);
  const indexed = await readIndexed(
    trx,
    line.map(({ indexBlockHash }) => indexBlockHash),
  );
  // Another process may have indexed some of them, and left out those before that hold nothing.
  const known = line.findLastIndex(({ indexBlockHash }) => indexed.has(indexBlockHash));
  const lost = line
    .slice(0, Math.max(known, 0))
    .find((block) => !indexed.has(block.indexBlockHash) && !isEmpty(block));
  if (lost !== undefined) throw new LostBlockError(lost);
  const blocks = line.slice(known + 1);
  const [first] = blocks;
  const last = blocks.at(-1);
  if (first === undefined || last === undefined) return null;
  const isFork = tip !== null && tip !== first.parentIndexBlockHash;
  if (isFork && from !== undefined && from !== tip) return null;
  if (tip !== null) await checkHeights(trx, blocks, first.parentIndexBlockHash);
  const switched = isFork ? await switchBranch(trx, first.parentIndexBlockHash) : [];
  await writeBlocks(trx, blocks);
  const changed = [...switched, ...blocks.map(({ indexBlockHash }) => indexBlockHash)];
  const history = isFork ? await findHistory(trx, changed) : historyOfBlocks(blocks);
  const folded = await foldHistory(trx, history);
  const recipients = await writeRecipients(trx, blocks, folded.endorsements);
  await writeTip(trx, last.indexBlockHash);
  const concerned = await (isFork
    ? readConcerned(trx, changed)
    : concernedBy(trx, blocks, recipients));
  return settle(trx, changeOf(last, history, folded, concerned));
}

const isEmpty = ({ transactions, events }: Block) =>
  transactions.length === 0 && events.length === 0;

/**
 * Makes an indexed block of another branch the end of the canonical chain.
 * @param from the tip before the node was asked; if it has moved, another process has newer blocks
 * @returns null when the tip has moved
 */
export async function switchTo(
  trx: Trx,
  indexBlockHash: string,
  from: string | null,
): Promise<Change | null> {
  if ((await lockTip(trx)) !== from) return null;
  const switched = await switchBranch(trx, indexBlockHash);
  const history = await findHistory(trx, switched);
  const folded = await foldHistory(trx, history);
  await writeTip(trx, indexBlockHash);
  const concerned = await readConcerned(trx, switched);
  return settle(trx, changeOf(await readTip(trx), history, folded, concerned));
}

/** Empties the index, for a chain with another first block. */
export async function emptyIndex(trx: Trx): Promise<void> {
  await sql.raw(`truncate ${chainTables.join(", ")}`).execute(trx);
  await writeTip(trx, null);
  await settleAll(trx);
}

/** Updates what follows off chain from the blocks that were applied or orphaned. */
async function settle(trx: Trx, change: Change): Promise<Change> {
  if (change.named.length === 0) return change;
  await markMined(trx, change.named);
  await settleApplicationsDecidedBy(trx, change.named);
  await settleReportsDecidedBy(trx, change.named);
  return change;
}

/** The endorsements that a history changes, and what else changes with it. */
interface Folded extends Dependents {
  endorsements: EndorsementState[];
}

/**
 * Brings the current-state tables up to date with a history. Endorsements come after people, because their
 * search texts have people's names, and a suspension holds them back.
 * @throws FoldError when an event cannot follow what went before
 */
async function foldHistory(trx: Trx, history: History): Promise<Folded> {
  if (history.subjects.length === 0) return { endorsements: [], issuers: [], held: [] };
  await writeWatchers(trx, history);
  await writeOrganizations(trx, history);
  await writeBlocked(trx, history);
  const people = await writePeople(trx, history);
  const written = await writeEndorsements(trx, history);
  const held = await holdEndorsements(trx, people);
  await renameInEndorsements(trx, people.renamed);
  return { ...written, held };
}

async function checkHeights(trx: Trx, blocks: readonly Block[], parentHash: string): Promise<void> {
  const parent = await trx
    .selectFrom("blocks")
    .where("index_block_hash", "=", parentHash)
    .select("height")
    .executeTakeFirstOrThrow();
  let before = parent.height;
  for (const { height, leftOut, indexBlockHash } of blocks) {
    if (height !== before + leftOut + 1) {
      throw new BlockError(
        `Block ${indexBlockHash} says height ${height}; its parent is at ${before}`,
      );
    }
    before = height;
  }
}

async function writeBlocks(trx: Trx, blocks: readonly Block[]): Promise<void> {
  const rows = blocks.map(({ indexBlockHash, parentIndexBlockHash, height, time }) => ({
    index_block_hash: indexBlockHash,
    parent_index_block_hash: parentIndexBlockHash,
    height,
    block_time: time,
    canonical: true,
  }));
  // One after the other: a statement that waits while another one fails runs after the rollback, and is kept.
  await insertRows(trx, "blocks", rows);
  await insertRows(trx, "transactions", each(blocks, transactionRowsOf));
  await insertRows(trx, "contract_events", each(blocks, eventRowsOf));
  await noteUse(trx, blocks.flatMap(imagesIn));
}

/** The image addresses that a block's events name. */
function imagesIn({ events }: Block): string[] {
  return events.flatMap(({ event }) => {
    if ("image" in event) return [event.image];
    return "logo" in event ? [event.logo] : [];
  });
}

/** The rows of all blocks, made as they are written. */
function* each<Row>(blocks: readonly Block[], rowsOf: (block: Block) => Iterable<Row>) {
  for (const block of blocks) yield* rowsOf(block);
}

function* transactionRowsOf({ indexBlockHash, height, time, transactions, events }: Block) {
  const printing = new Set(events.map(({ txIndex }) => txIndex));
  for (const transaction of transactions) {
    const { txIndex, txId, sender, functionName, about, status, errorCode, raw } = transaction;
    yield {
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
      // Contract events say themselves what they are about.
      metadata: printing.has(txIndex) ? "{}" : JSON.stringify(about),
      raw,
    };
  }
}

function* eventRowsOf({ indexBlockHash, height, transactions, events }: Block) {
  const senders = new Map(transactions.map(({ txId, sender }) => [txId, sender]));
  for (const { txIndex, eventIndex, txId, event } of events) {
    yield {
      index_block_hash: indexBlockHash,
      tx_index: txIndex,
      event_index: eventIndex,
      tx_id: txId,
      topic: event.topic,
      subject: subjectKey(event),
      actor: actorOf(event) ?? senders.get(txId) ?? "",
      recipient: recipientOf(event),
      payload: JSON.stringify(event),
      height,
    };
  }
}
