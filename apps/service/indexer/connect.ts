import { FoldError } from "@colonnade/contract-events/fold/chain-entry.ts";
import { sql } from "kysely";
import { BlockError } from "../chain/block.ts";
import { type Candidate, readPayloadText } from "../chain/payload.ts";
import { chainTables } from "../db/tables.ts";
import { isRefusedValue } from "../db/unavailable.ts";
import type { Metrics } from "../metrics.ts";
import { settleAll } from "../off-chain/settle-all.ts";
import { notify } from "../revision/change-feed.ts";
import { type RevisionCache, readTip, type Tip, writeTip } from "../revision/revision.ts";
import { applyBlocks, switchTo } from "./apply.ts";
import { readBlockStatus } from "./canonical-chain.ts";
import { publishEffect } from "./effect.ts";
import {
  type AncestorOptions,
  checkDepth,
  GapError,
  hasMovedOn,
  readMissing,
  StartedOverError,
  UnconnectedError,
} from "./missing-ancestors.ts";
import { orQuarantine, quarantine, readQuarantined, releaseFromQuarantine } from "./quarantine.ts";

// A decoded block goes this way: connect to the chain, apply, announce. The functions below stand in that order.

export interface ConnectOptions extends AncestorOptions {
  /** Whether a chain with another first block replaces the indexed one: on a devnet only. */
  canStartOver: boolean;
  revision: Pick<RevisionCache, "refresh">;
  metrics: Pick<Metrics, "commits">;
  /** Whether nobody reads this index yet. Then its changes are not announced. */
  isHidden?: boolean;
}

/** Indexes a decoded block, and the quarantined blocks that waited for it. */
export async function index(options: ConnectOptions, candidate: Candidate): Promise<void> {
  if (await indexAlone(options, candidate)) await retryQuarantine(options);
}

/**
 * Indexes a decoded block. If it is indexed on another branch, that branch becomes canonical.
 * @returns whether a block left the quarantine, for which others may have waited
 */
export async function indexAlone(options: ConnectOptions, candidate: Candidate): Promise<boolean> {
  const db = options.database.kysely;
  const before = await readTip(db);
  const { indexBlockHash } = candidate.block;
  const status = await readBlockStatus(db, indexBlockHash);
  if (status === "canonical") return false;
  if (status === "orphaned") {
    await checkDepth(options, indexBlockHash);
    const hasReturned = await returnTo(options, indexBlockHash, before);
    // Another process has moved the tip.
    return hasReturned ? false : indexAlone(options, candidate);
  }
  return connect(options, candidate);
}

/**
 * Makes a block of another branch the tip: the node has returned to that branch.
 * @param before our tip when the node's word was taken
 * @returns false when the tip has moved since
 */
export async function returnTo(
  { database, revision, isHidden }: ConnectOptions,
  indexBlockHash: string,
  before: Tip | null,
): Promise<boolean> {
  const changed = await database.kysely.transaction().execute(async (trx) => {
    const switched = await switchTo(trx, indexBlockHash, before?.indexBlockHash ?? null);
    if (isHidden !== true) await publishEffect(trx, switched ?? []);
    return switched;
  });
  await revision.refresh();
  return changed !== null;
}

/** In order of arrival, so that a block comes before its descendants. */
export async function retryQuarantine(options: ConnectOptions): Promise<void> {
  for await (const text of readQuarantined(options.database.kysely)) {
    const candidate = await orQuarantine(options, readPayloadText(text, options.protocolContract));
    if (candidate === null) continue;
    await connect(options, candidate).catch((error: unknown) => {
      if (!(error instanceof GapError)) throw error;
      // The others may not need what is missing.
      options.log.debug({ err: error }, "a block stays in quarantine");
    });
  }
}

/**
 * Connects a block to the indexed chain: applies the ancestors that the index lacks, then the block. Quarantines the
 * block when an ancestor is unfit, or will not come.
 * @returns whether a block left the quarantine
 */
async function connect(options: ConnectOptions, candidate: Candidate): Promise<boolean> {
  let hasReleased = false;
  try {
    for await (const line of readMissing(options, candidate)) {
      if (await apply(options, line)) hasReleased = true;
    }
  } catch (error) {
    const reason = await whyUnfit(options, candidate, error);
    if (reason !== null) {
      await quarantine(options, candidate, reason);
    } else if (error instanceof StartedOverError && options.canStartOver && options.isLeading()) {
      await startOver(options, error.message);
      return connect(options, candidate);
    } else {
      // Blocks that waited for one released here are found when the node's tip is followed again.
      throw error;
    }
  }
  return hasReleased;
}

/** @returns why a block cannot be connected to the index, now or later; null if the node is to post it again */
async function whyUnfit(
  options: ConnectOptions,
  { block }: Candidate,
  error: unknown,
): Promise<string | null> {
  if (error instanceof BlockError) return error.message;
  const isUnconnected =
    error instanceof UnconnectedError ||
    (error instanceof StartedOverError && !options.canStartOver);
  if (!isUnconnected || !(await hasMovedOn(options, block.height))) return null;
  return `${error.message}, and the node has moved on`;
}

/**
 * Applies blocks, each the parent of the next. When one is unfit, applies those before it and quarantines the others.
 * @returns whether a block left the quarantine
 */
export async function apply(options: ConnectOptions, line: readonly Candidate[]): Promise<boolean> {
  try {
    return await commit(options, line);
  } catch (error) {
    if (!isUnfit(error)) throw error;
    return applyOneByOne(options, line);
  }
}

async function applyOneByOne(
  options: ConnectOptions,
  line: readonly Candidate[],
): Promise<boolean> {
  let hasReleased = false;
  for (const [place, candidate] of line.entries()) {
    try {
      if (await commit(options, [candidate])) hasReleased = true;
    } catch (error) {
      if (!isUnfit(error)) throw error;
      for (const unfit of line.slice(place)) await quarantine(options, unfit, error.message);
      break;
    }
  }
  return hasReleased;
}

function isUnfit(error: unknown): error is Error {
  return error instanceof BlockError || error instanceof FoldError || isRefusedValue(error);
}

/**
 * Applies blocks and announces what they changed, in one transaction.
 * @returns whether a block left the quarantine
 */
async function commit(
  { database, revision, metrics, log, isHidden }: ConnectOptions,
  line: readonly Candidate[],
): Promise<boolean> {
  if (line.length === 0) return false;
  const blocks = line.map(({ block }) => block);
  const hashes = blocks.map(({ indexBlockHash }) => indexBlockHash);
  const hasReleased = await database.kysely.transaction().execute(async (trx) => {
    const changed = await applyBlocks(trx, blocks);
    if (isHidden !== true) await publishEffect(trx, changed);
    return releaseFromQuarantine(trx, hashes);
  });
  log.debug(
    { height: blocks.at(-1)?.height, block: hashes.at(-1), blocks: hashes.length },
    "indexed",
  );
  metrics.commits.inc();
  await revision.refresh();
  return hasReleased;
}

/** Empties the index, for a chain with another first block. */
export async function startOver({ database, log }: ConnectOptions, reason: string): Promise<void> {
  log.warn({ reason }, "the chain started over; indexing it from its first block");
  await database.kysely.transaction().execute(async (trx) => {
    await sql.raw(`truncate ${chainTables.join(", ")}`).execute(trx);
    await writeTip(trx, null);
    await settleAll(trx);
    await notify(trx, []);
  });
}
