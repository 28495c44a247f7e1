import { sql } from "kysely";
import type { NewBlock } from "../chain/new-block.ts";
import { type ChainLists, type ChainTip, NodeError } from "../chain/node.ts";
import { type Candidate, hashOf } from "../chain/payload.ts";
import type { Executor } from "../db/database.ts";
import type { GapProgress } from "../monitoring/index-status.ts";
import type { WarnOfTrouble } from "../monitoring/log.ts";
import type { Metrics } from "../monitoring/metrics.ts";
import { readTip, type Tip } from "../revision/revision.ts";
import { isIndexed, readBlockStatus } from "./canonical-chain.ts";
import { blockOf, DeepForkError, readToTip } from "./catching-up.ts";
import {
  type AncestorOptions,
  BATCH,
  isDeepFork,
  NEAR,
  readFirstHeight,
} from "./missing-ancestors.ts";
import {
  findOldestQuarantined,
  isQuarantined,
  orQuarantine,
  readQuarantinedOn,
} from "./quarantine.ts";

export interface FollowOptions extends AncestorOptions {
  /** Ends the reading of a long gap. */
  stopping: AbortSignal;
  metrics: Pick<Metrics, "catchingUp">;
  warnOfTrouble: WarnOfTrouble;
}

/** Milliseconds after which the blocks read so far are indexed, and between two lines in the log about a long gap. */
const LONGEST_BATCH = 2_000;
const LOG_EVERY = 10_000;
/** Milliseconds from a block's time to when an API names it. */
const LONGEST_DELAY = 60_000;

/** Asks the node for its tip, and stores for every process how far the index is behind it. */
export async function askTip({ node, database, stopping }: FollowOptions): Promise<ChainTip> {
  try {
    const tip = await node.tip();
    await writeNodeTip(database.kysely, tip.height);
    return tip;
  } catch (error) {
    if (error instanceof NodeError && !stopping.aborted) await writeNodeTip(database.kysely, null);
    throw error;
  }
}

/**
 * A height that the index had not reached stays until it is reached, so `missing_since` says how old the index is. If
 * the node's chain no longer has that height, the next one counts.
 */
async function writeNodeTip(db: Executor, height: number | null): Promise<void> {
  const indexed = (await readTip(db))?.height ?? 0;
  const isMissing = sql`missing > ${indexed} and missing <= coalesce(${height}::bigint, missing)`;
  const isBehind = sql`${height}::bigint > ${indexed}`;
  await db
    .updateTable("node_tip")
    .set({
      height,
      asked_at: Date.now(),
      missing: sql`case when ${isMissing} then missing when ${isBehind} then ${height} end`,
      missing_since: sql`case when ${isMissing} then missing_since when ${isBehind} then ${Date.now()} end`,
    })
    .execute();
}

/** @throws DeepForkError when a branch that the node returns to leaves the index below the finality depth */
export async function checkFork(
  options: FollowOptions,
  indexBlockHash: string,
  before: Tip | null,
): Promise<void> {
  if (before !== null && (await isDeepFork(options, indexBlockHash)))
    throw new DeepForkError(before, options.finality);
}

/**
 * Whether our tip is so new that an API may not have got to it. A node posts a fork to us and to the API, which then
 * still names a block of the branch before.
 */
export async function mayBeBehind({ database, node }: FollowOptions): Promise<boolean> {
  if (node.lists === undefined) return false;
  const tip = await database.kysely
    .selectFrom("cursor as c")
    .innerJoin("blocks as b", "b.index_block_hash", "c.index_block_hash")
    .select("b.block_time")
    .executeTakeFirst();
  return tip !== undefined && Date.now() - tip.block_time * 1000 < LONGEST_DELAY;
}

/**
 * Reads the node's block at the height of our first one, if its chain may have been replaced.
 * @returns its hash if it is another block; else null
 */
export async function readOtherFirst({
  database,
  node,
  canStartOver,
}: FollowOptions): Promise<string | null> {
  if (!canStartOver) return null;
  const first = await database.kysely
    .selectFrom("blocks")
    .where("canonical", "=", sql.lit(true))
    .orderBy("height")
    .select(["index_block_hash", "height"])
    .executeTakeFirst();
  if (first === undefined) return null;
  const read = await node.block(first.height);
  const hash = read && hashOf(read);
  return hash === first.index_block_hash ? null : hash;
}

/**
 * Reads the block at the node's tip. If a quarantined block keeps that one from being indexed, reads the oldest such:
 * the node may have answered it wrongly.
 * @returns null when there is nothing to index
 * @throws NodeError when the node does not have its own tip
 */
export async function readTipBlock(
  options: FollowOptions,
  { indexBlockHash, height }: ChainTip,
): Promise<Candidate | null> {
  const db = options.database.kysely;
  const oldest = indexBlockHash === null ? null : await findOldestQuarantined(db, indexBlockHash);
  const wanted = oldest ?? indexBlockHash ?? height;
  const read = await options.node.block(wanted);
  if (read !== null) return orQuarantine(options, read);
  if (height === 0) return null;
  throw new NodeError(
    `The node says that its tip is at height ${height}, and has no block ${wanted}`,
  );
}

/**
 * Reads the chain from the index to the node's tip from the node's lists. Yields it in batches, oldest first. Index
 * each batch before you take the next.
 * @param progress is written meanwhile
 * @throws DeepForkError, NodeError
 */
export async function* readGap(
  options: FollowOptions,
  lists: ChainLists,
  tip: { indexBlockHash: string; height: number },
  progress: GapProgress,
): AsyncGenerator<Candidate[]> {
  if (yield* readHeld(options, lists)) return;
  const { database, finality, log, metrics, warnOfTrouble } = options;
  const firstHeight = await readFirstHeight(options);
  const from = (await readTip(database.kysely))?.height ?? firstHeight - 1;
  const started = performance.now();
  let loggedAt = started;
  let events = 0;
  const show = (height: number) => {
    if (tip.height - from <= NEAR) return;
    const seconds = (performance.now() - started) / 1_000;
    const blocksPerSecond = Math.round((height - from) / Math.max(seconds, 0.001));
    const secondsLeft =
      height > from ? Math.ceil((seconds * (tip.height - height)) / (height - from)) : null;
    progress.catchingUp = { from, height, to: tip.height, events, blocksPerSecond, secondsLeft };
    metrics.catchingUp.set(tip.height - height);
    if (height > from && performance.now() - loggedAt < LOG_EVERY) return;
    loggedAt = performance.now();
    log.info(progress.catchingUp, "catching up");
  };
  show(from);
  try {
    const blocks = readToTip(database.kysely, { lists, firstHeight, finality }, tip);
    for await (const line of inBatches(options, lists, blocks)) {
      yield line;
      const last = line.at(-1)?.block;
      // A block that is unfit, and those after it, are in the quarantine. A branch that the node returns to is indexed
      // already, and becomes canonical with its first new block.
      if (last === undefined || !(await isIndexed(database.kysely, last.indexBlockHash))) break;
      events += line.reduce((sum, { block }) => sum + block.events.length, 0);
      show(last.height);
    }
    const reached = await readTip(database.kysely);
    // A posted block may have passed it meanwhile.
    if ((await readBlockStatus(database.kysely, tip.indexBlockHash)) !== "canonical") {
      warnOfTrouble(
        { height: reached?.height, to: tip.height },
        "catching up ended below the node's tip: a block is quarantined, or the chain moved on",
      );
    } else if (progress.catchingUp !== null) log.info(progress.catchingUp, "caught up");
  } finally {
    progress.catchingUp = null;
    metrics.catchingUp.set(0);
  }
}

/**
 * Reads a quarantined block on our tip again: the node may have answered it wrongly.
 * @returns whether it keeps the index from going on
 */
async function* readHeld(
  options: FollowOptions,
  lists: ChainLists,
): AsyncGenerator<Candidate[], boolean> {
  const db = options.database.kysely;
  const tip = await readTip(db);
  if (tip === null) return false;
  for (const held of await readQuarantinedOn(db, tip.indexBlockHash)) {
    const header = await lists.header(held);
    // The node has left its branch.
    if (header?.canonical !== true) continue;
    const contents = { ...header, ...(await lists.contentsOf(header)) };
    const candidate = await decode(options, lists, blockOf(header, tip, contents));
    if (candidate !== null) yield [candidate];
    return isQuarantined(db, held);
  }
  return false;
}

/** @returns null for a block that does not decode, which is quarantined */
async function decode(
  options: FollowOptions,
  lists: ChainLists,
  block: NewBlock,
): Promise<Candidate | null> {
  return orQuarantine(options, await lists.decode(block));
}

/** Batches of blocks that are indexed in one transaction. What was read before a failure must not be read again. */
async function* inBatches(
  options: FollowOptions,
  lists: ChainLists,
  blocks: AsyncGenerator<NewBlock>,
): AsyncGenerator<Candidate[]> {
  let line: Candidate[] = [];
  let events = 0;
  let started = 0;
  try {
    for await (const payload of blocks) {
      checkMayGoOn(options);
      const candidate = await decode(options, lists, payload);
      if (candidate === null) break;
      if (line.length === 0) started = performance.now();
      line.push(candidate);
      events += candidate.block.events.length;
      const isLong = performance.now() - started > LONGEST_BATCH;
      if (line.length < BATCH.blocks && events < BATCH.events && !isLong) continue;
      yield line;
      [line, events] = [[], 0];
    }
  } catch (error) {
    if (line.length > 0) yield line;
    throw error;
  }
  if (line.length > 0) yield line;
}

/** @throws NodeError when this process is to read no more */
function checkMayGoOn({ stopping, leading }: FollowOptions): void {
  if (stopping.aborted) throw new NodeError("The service stops");
  if (leading.aborted) throw new NodeError("Another process leads and reads on");
}
