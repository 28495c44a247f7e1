import { sql } from "kysely";
import { BlockError } from "../chain/block.ts";
import type { ChainNode } from "../chain/node.ts";
import { type Candidate, hashOf } from "../chain/payload.ts";
import type { Executor } from "../db/database.ts";
import { readTip } from "../revision/revision.ts";
import { isFinal, isIndexed, readForkDepth } from "./canonical-chain.ts";
import { isQuarantined, orQuarantine, type QuarantineOptions } from "./quarantine.ts";

export interface AncestorOptions extends QuarantineOptions {
  node: ChainNode;
  /** Whether a chain with another first block replaces the indexed one: on a devnet only. */
  canStartOver: boolean;
  /**
   * Blocks below the tip that no fork is expected to replace, on a public network. Posts below are acknowledged and
   * skipped, and a deeper fork stops the index.
   */
  finality: number;
  /** Aborted while another process leads. Only the leader reads long gaps. */
  leading: AbortSignal;
}

/** A needed block is not available now. The node must post again. */
export class GapError extends Error {
  override readonly name: string = "GapError";
}

/** The node does not have the blocks that connect a block to the index. They may come later. */
class UnconnectedError extends GapError {
  override readonly name = "UnconnectedError";
}

/** A block is so far from the index that the leader must catch up first, from the node's lists. */
export class BehindError extends GapError {
  override readonly name = "BehindError";
}

/** The node's chain begins with another block than the indexed one. */
export class StartedOverError extends Error {
  override readonly name = "StartedOverError";
}

/**
 * If a block is more than this far above the tip, its ancestors are read by height, lowest first, or by the leader from
 * the node's lists. If it is more than this far below the node's tip, its missing ancestors will not come.
 */
export const NEAR = 16;
/** The most blocks in memory while their ancestors are read by hash. On a public network it is NEAR. */
const LONGEST_WALK = 256;
/** Blocks, and events in them, that are indexed in one transaction. */
export const BATCH = { blocks: 100, events: 2_000 };

/**
 * Whether a block lies below all that can concern Colonnade. A node posts such blocks while it syncs, and they can have
 * any shape.
 */
export async function isBelowFirst(
  { database, node, finality }: Pick<AncestorOptions, "database" | "node" | "finality">,
  height: number | null,
): Promise<boolean> {
  if (height === null) return false;
  const lowest = await database.kysely
    .selectFrom("blocks")
    .where("canonical", "=", sql.lit(true))
    .orderBy("height")
    .select("height")
    .limit(1)
    .executeTakeFirst();
  return height < (lowest?.height ?? (await readFirstHeight({ node, finality })));
}

/**
 * Whether a block is below the finality depth. A node that syncs again posts such blocks, too, and the index may have
 * left out those that hold nothing.
 */
export async function isBelowFinal(
  { database: { kysely: db }, canStartOver, finality }: AncestorOptions,
  { block }: Candidate,
): Promise<boolean> {
  const tip = await readTip(db);
  return !canStartOver && tip !== null && (await isFinal(db, block.height, tip, finality));
}

/**
 * The height of the index's first block. It is so far below the contract's own that a fork may replace that one. The
 * boot block, at height 0, cannot be linked: nodes post it with another hash than the one its child names.
 */
export async function readFirstHeight({
  node,
  finality,
}: Pick<AncestorOptions, "node" | "finality">): Promise<number> {
  return Math.max(1, (await node.firstHeight()) - finality);
}

/**
 * Reads what the index lacks before a block. Yields it and the block in batches, oldest first. Index each batch before
 * you take the next.
 * @throws BlockError when an ancestor cannot be decoded or is quarantined
 * @throws GapError, BehindError, StartedOverError, NodeError
 */
export async function* readMissing(
  options: AncestorOptions,
  candidate: Candidate,
): AsyncGenerator<Candidate[]> {
  const near = await walkBack(options, candidate, NEAR);
  if (near !== null) {
    yield near;
    return;
  }
  const { indexBlockHash, height } = candidate.block;
  if (options.node.lists !== undefined) throw new BehindError(`${indexBlockHash} is far ahead`);
  if (options.leading.aborted) {
    throw new GapError(`The leader reads the blocks to ${indexBlockHash}`);
  }
  const last = yield* readByHeight(options, height - 1);
  // Mostly the last of them have room for the block.
  if (last.length > 0 && isNext(last, candidate)) yield [...last, candidate];
  else {
    yield last;
    yield await walkBackNear(options, candidate);
  }
}

/**
 * Reads a block's ancestors by hash, back to an indexed one.
 * @param highest where the walk may begin above the tip
 * @returns the ancestors and the block, oldest first; null when they are too many
 */
async function walkBack(
  options: AncestorOptions,
  candidate: Candidate,
  highest: number,
): Promise<Candidate[] | null> {
  const { node } = options;
  const db = options.database.kysely;
  const longest = longestWalk(node);
  const line = [candidate];
  for (let first = candidate; ; ) {
    const { indexBlockHash, parentIndexBlockHash, height } = first.block;
    if (await isIndexed(db, parentIndexBlockHash)) {
      await checkDepth(options, parentIndexBlockHash);
      return line;
    }
    if (await isQuarantined(db, parentIndexBlockHash)) {
      throw new BlockError(`Its ancestor ${parentIndexBlockHash} is quarantined`);
    }
    // Asked only now, because a silent node must not hold up a block whose parent is indexed.
    const firstHeight = await readFirstHeight(options);
    const tip = await readTip(db);
    if (height > (tip?.height ?? firstHeight - 1) + highest) return null;
    if (height <= firstHeight) {
      await checkFirst(db, indexBlockHash);
      return line;
    }
    if (line.length > longest) return null;
    first = await readByHash(options, parentIndexBlockHash);
    line.unshift(first);
  }
}

/** @returns why a block cannot be connected to the index, now or later; null if the node is to post it again */
export async function whyUnfit(
  { node, canStartOver }: AncestorOptions,
  { block }: Candidate,
  error: unknown,
): Promise<string | null> {
  if (error instanceof BlockError) return error.message;
  const isUnconnected =
    error instanceof UnconnectedError || (error instanceof StartedOverError && !canStartOver);
  // Until the node's chain is that far beyond the block, its ancestors may come.
  if (!isUnconnected || (await node.tip()).height <= block.height + NEAR) return null;
  return `${error.message}, and the node has moved on`;
}

/** A long gap is read from the node's lists, if it has them. */
const longestWalk = ({ lists }: ChainNode) => (lists === undefined ? LONGEST_WALK : NEAR);

/** Whether the branch of an indexed block leaves the index below the finality depth, on a public network. */
export async function isDeepFork(
  { database: { kysely: db }, node, finality }: AncestorOptions,
  indexBlockHash: string,
): Promise<boolean> {
  if (node.lists === undefined) return false;
  const tip = await readTip(db);
  return tip !== null && (await readForkDepth(db, indexBlockHash, tip)) > finality;
}

/** @throws BehindError when a branch leaves the index below the finality depth: the leader stops there with an alarm */
export async function checkDepth(options: AncestorOptions, indexBlockHash: string): Promise<void> {
  if (!(await isDeepFork(options, indexBlockHash))) return;
  throw new BehindError(`${indexBlockHash} leaves the index below the finality depth`);
}

/** @throws StartedOverError when the indexed chain begins with another block than the node's */
async function checkFirst(db: Executor, indexBlockHash: string): Promise<void> {
  if (await isEmpty(db)) return;
  // Another process may have indexed it in the meantime.
  if (await isIndexed(db, indexBlockHash)) return;
  throw new StartedOverError(`The node's chain begins with ${indexBlockHash}`);
}

/** @throws UnconnectedError when the node does not answer with this block */
async function readByHash(
  { node }: Pick<AncestorOptions, "node">,
  indexBlockHash: string,
): Promise<Candidate> {
  const read = await node.block(indexBlockHash);
  if (read === null) throw new UnconnectedError(`The node does not have ${indexBlockHash}`);
  if (!("block" in read)) throw new BlockError(read.reason);
  if (read.block.indexBlockHash === indexBlockHash) return read;
  throw new UnconnectedError(`The node answered another block than ${indexBlockHash}`);
}

async function walkBackNear(options: AncestorOptions, candidate: Candidate): Promise<Candidate[]> {
  // A block that is far above what the node has by height is on another branch, or says a wrong height.
  const line = await walkBack(options, candidate, Number.POSITIVE_INFINITY);
  if (line !== null) return line;
  throw new UnconnectedError(`The node's chain has left ${candidate.block.indexBlockHash}`);
}

async function isEmpty(db: Executor): Promise<boolean> {
  return (await db.selectFrom("blocks").select("height").limit(1).executeTakeFirst()) === undefined;
}

/** Blocks of the node's chain, each the parent of the next. */
interface Portion {
  line: Candidate[];
  /** The height after the last one. */
  next: number;
  /** The block at that height, if it is read already. */
  read?: Candidate;
  /** Whether the node has no more. */
  isLast?: boolean;
  /** Why nothing follows. The blocks before it must not be read again. */
  error?: unknown;
}

/**
 * Reads the node's chain by height, from the first block that is not indexed, up to a height.
 * @returns the last blocks, which are not yielded
 */
async function* readByHeight(
  options: AncestorOptions,
  height: number,
): AsyncGenerator<Candidate[], Candidate[]> {
  const end = new AbortController();
  const readAfter = (portion: Portion) => readPortion(options, portion, height, end.signal);
  const next = await findFirstMissing(options, height);
  let reading = readAfter({ line: [], next });
  try {
    for (;;) {
      const portion = await reading;
      const [first, ...others] = portion.line;
      const line = first === undefined ? [] : [...(await walkBackNear(options, first)), ...others];
      if (portion.isLast) return line;
      // The next blocks are read while the caller indexes these.
      if (portion.error === undefined) reading = readAfter(portion);
      yield line;
      if (portion.error !== undefined) throw portion.error;
    }
  } finally {
    end.abort();
  }
}

/** Reads the blocks after a portion, as many as are indexed in one transaction. Never rejects. */
async function readPortion(
  options: AncestorOptions,
  { next: first, read: last }: Portion,
  height: number,
  end: AbortSignal,
): Promise<Portion> {
  const line = last === undefined ? [] : [last];
  let next = first + line.length;
  try {
    for (; next <= height && !end.aborted; next += 1) {
      const read = await options.node.block(next);
      if (read === null) break;
      const candidate = await orQuarantine(options, read);
      if (candidate === null) throw new BlockError(`Its ancestor at height ${next} is quarantined`);
      if (line.length > 0 && !isNext(line, candidate)) return { line, next, read: candidate };
      line.push(candidate);
    }
    return { line, next, isLast: true };
  } catch (error) {
    return { line, next, error };
  }
}

/** Whether a portion has room for a block whose parent is its last one. */
function isNext(line: readonly Candidate[], { block }: Candidate): boolean {
  if (line.at(-1)?.block.indexBlockHash !== block.parentIndexBlockHash) return false;
  const events = line.reduce((sum, other) => sum + other.block.events.length, 0);
  return line.length < BATCH.blocks && events < BATCH.events;
}

/**
 * Finds the lowest height whose block on the node's chain is not indexed. After a fork of any depth, that is where the
 * branches part. It is at most the height after the tip.
 */
async function findFirstMissing(options: AncestorOptions, height: number): Promise<number> {
  const { node } = options;
  const db = options.database.kysely;
  const tip = await readTip(db);
  const first = await readFirstHeight(options);
  if (tip === null) return first;
  const isIndexedAt = async (at: number) => {
    const read = await node.block(at);
    const hash = read && hashOf(read);
    return hash !== null && (await isIndexed(db, hash));
  };
  const last = Math.min(tip.height, height);
  if (await isIndexedAt(last)) return last + 1;
  // The ancestors of an indexed block are indexed, so the missing ones are found by bisection.
  let [indexed, missing] = [first - 1, last];
  while (missing - indexed > 1) {
    const middle = Math.floor((indexed + missing) / 2);
    if (await isIndexedAt(middle)) indexed = middle;
    else missing = middle;
  }
  return missing;
}
