import { sql } from "kysely";
import type { NewBlock } from "../chain/new-block.ts";
import type { BlockContents, BlockHeader, ChainLists } from "../chain/node.ts";
import { NodeError } from "../chain/node.ts";
import type { Executor } from "../db/database.ts";
import { AlarmError } from "../monitoring/log.ts";
import { readTip, type Tip } from "../revision/revision.ts";
import { isFinal, readBlockStatus, readForkDepth } from "./canonical-chain.ts";
import { NEAR } from "./missing-ancestors.ts";

// A long gap is read from the node's lists: above the finality depth every block, below it only those that hold
// something of the contract. The lists may come from a server some blocks behind the one that named the tip, so the
// last NEAR blocks are read one by one.

/** The node's chain and the index part deeper than the finality depth. An operator must decide. */
export class DeepForkError extends AlarmError {
  override readonly name = "DeepForkError";
  readonly alarm = "deep-fork";

  constructor({ height }: Tip, finality: number) {
    super(
      `The node's chain leaves the index more than ${finality} blocks below the index's tip at height ${height}. If that is right, start once with a greater COLONNADE_FINALITY: the index then follows.`,
    );
  }
}

export interface CatchingUpOptions {
  lists: ChainLists;
  /** The height of the index's first block. */
  firstHeight: number;
  /** Blocks below the tip that no fork is expected to replace. Above them every block is read. */
  finality: number;
}

/** The block that the next one follows. */
type Place = Pick<BlockHeader, "height" | "indexBlockHash">;

const NO_PARENT = `0x${"0".repeat(64)}`;

/**
 * Reads the chain between the index and the node's tip, oldest first, as `/new_block` payloads. Leaves out blocks below
 * the finality depth that hold nothing of the contract.
 * @throws DeepForkError, NodeError
 */
export async function* readToTip(
  db: Executor,
  options: CatchingUpOptions,
  tip: Place,
): AsyncGenerator<NewBlock> {
  const { lists, finality } = options;
  const ours = await readTip(db);
  if (ours !== null && (await isFinal(db, tip.height, ours, finality))) {
    throw new NodeError(
      `The node is behind: its tip is at height ${tip.height}, the index's at ${ours.height}`,
    );
  }
  const window = await readWindow(db, options, tip);
  const [lowest] = window;
  if (lowest === undefined) return;
  const base = await findBase(db, options, lowest);
  const recent = new Map<number, BlockContents>();
  let last = base;
  const listed = Math.max(tip.height - NEAR, lowest.height - 1);
  if ((base?.height ?? options.firstHeight - 1) < listed) {
    for await (const block of readFromLists(options, base, lowest.height, listed, recent)) {
      yield block;
      last = { height: block.block_height, indexBlockHash: block.index_block_hash };
    }
  }
  const newest = await lists.header(tip.indexBlockHash);
  if (newest?.canonical !== true)
    throw new NodeError(`${tip.indexBlockHash} is not canonical any more`);
  for (const header of window) {
    const { height } = header;
    const contents =
      height > listed ? { ...header, ...(await lists.contentsOf(header)) } : recent.get(height);
    yield blockOf(header, last, contents);
    last = header;
  }
}

/**
 * Reads the blocks below the window that hold something of the contract.
 * @param listed the last height that is read from the lists
 * @param recent takes what the blocks of the window hold
 */
async function* readFromLists(
  { lists, firstHeight }: CatchingUpOptions,
  base: Place | null,
  windowHeight: number,
  listed: number,
  recent: Map<number, BlockContents>,
): AsyncGenerator<NewBlock> {
  // The index begins with this block, whether it holds something or not.
  let first =
    base === null && windowHeight > firstHeight ? await readHeader(lists, firstHeight) : null;
  let last = base;
  const above = lists.contentsAbove(base?.height ?? firstHeight - 1);
  for await (const contents of upTo(above, listed)) {
    if (contents.height >= windowHeight) {
      recent.set(contents.height, contents);
      continue;
    }
    if (first !== null && contents.height > first.height) {
      yield blockOf(first, null, undefined);
      last = first;
    }
    yield blockOf(contents.height === first?.height ? first : contents, last, contents);
    last = contents;
    first = null;
  }
  if (first !== null) yield blockOf(first, null, undefined);
}

async function* upTo(
  contents: AsyncGenerator<BlockContents>,
  height: number,
): AsyncGenerator<BlockContents> {
  for await (const each of contents) {
    if (each.height > height) return;
    yield each;
  }
}

/**
 * A block as the child of the last one, with the blocks between them left out. @throws NodeError when a fork has
 * replaced it meanwhile
 */
export function blockOf(
  block: Place & { time: number; parentIndexBlockHash?: string },
  last: Place | null,
  contents: BlockContents | undefined,
): NewBlock {
  const { height, indexBlockHash, time, parentIndexBlockHash = NO_PARENT } = block;
  if (contents !== undefined && contents.indexBlockHash !== indexBlockHash) {
    throw new NodeError(`The block at ${height} has changed while it was being read`);
  }
  return {
    block_height: height,
    block_time: time,
    index_block_hash: indexBlockHash,
    parent_index_block_hash: last?.indexBlockHash ?? parentIndexBlockHash,
    blocks_left_out: last === null ? 0 : height - last.height - 1,
    transactions: contents?.transactions ?? [],
    events: contents?.events ?? [],
  };
}

/** Reads headers from the tip down to one whose parent is indexed, or to the finality depth. @returns oldest first */
async function readWindow(
  db: Executor,
  { lists, firstHeight, finality }: CatchingUpOptions,
  tip: Place,
): Promise<BlockHeader[]> {
  const window: BlockHeader[] = [];
  for await (const header of lists.headers(tip.indexBlockHash)) {
    if ((await readBlockStatus(db, header.indexBlockHash)) !== "unknown") break;
    window.push(header);
    if (header.height <= Math.max(firstHeight, tip.height - finality)) break;
  }
  return window.reverse();
}

/**
 * Finds the indexed block that the node's chain goes on from.
 * @param lowest the lowest block of the window
 * @returns null when nothing is indexed
 */
async function findBase(
  db: Executor,
  { lists, finality }: CatchingUpOptions,
  lowest: BlockHeader,
): Promise<Place | null> {
  const tip = await readTip(db);
  if (tip === null) return null;
  const { height, parentIndexBlockHash: indexBlockHash } = lowest;
  const parent = { height: height - 1, indexBlockHash };
  const status = await readBlockStatus(db, indexBlockHash);
  const base =
    status === "unknown" ? await findCommonAncestor(db, lists, tip.height - finality) : parent;
  if (base === null || (await readForkDepth(db, base.indexBlockHash, tip)) > finality)
    throw new DeepForkError(tip, finality);
  return base;
}

/** Finds the highest canonical block of the index, at a height or above, that the node has, too. */
async function findCommonAncestor(
  db: Executor,
  lists: ChainLists,
  lowestHeight: number,
): Promise<Place | null> {
  const rows = await db
    .selectFrom("blocks")
    .where("canonical", "=", sql.lit(true))
    .where("height", ">=", lowestHeight)
    .orderBy("height", "desc")
    .select(["height", "index_block_hash"])
    .execute();
  const blocks = rows.map((row) => ({ height: row.height, indexBlockHash: row.index_block_hash }));
  // Mostly the index's tip. The ancestors of a shared block are shared, so it is found by bisection.
  let [missing, shared] = [-1, blocks.length];
  for (let next = 0; shared - missing > 1; next = Math.floor((missing + shared) / 2)) {
    const block = blocks[next];
    const found = block === undefined ? null : await lists.header(block.height);
    if (found?.indexBlockHash === block?.indexBlockHash) shared = next;
    else missing = next;
  }
  return blocks[shared] ?? null;
}

async function readHeader(lists: ChainLists, height: number): Promise<BlockHeader> {
  const header = await lists.header(height);
  if (header !== null) return header;
  throw new NodeError(`The node has no block at height ${height}`);
}
