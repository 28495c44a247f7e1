import { type Block, BlockError, decodeBlock } from "../chain/block.ts";
import type { ChainNode } from "../chain/node.ts";
import type { Executor } from "../db/database.ts";
import { isKnown } from "./known.ts";
import { isSetAside } from "./quarantine.ts";
import { readTip } from "./tip.ts";

/** A block with what it was read from, which is kept if it cannot be indexed. */
export interface Candidate {
  block: Block;
  payload: unknown;
}

/** The node does not have a block that is needed. It may be asked again. */
export class GapError extends Error {
  override readonly name = "GapError";
}

/** The chain begins with another block than the one indexed: it was started over. */
export class StartedOverError extends Error {
  override readonly name = "StartedOverError";
}

/** Far behind, blocks are asked for by height instead, from the tip on: see the indexer's catch-up. */
export class FarBehindError extends Error {
  override readonly name = "FarBehindError";
}

/** So many blocks are held in memory at most while their ancestors are asked for. */
const LONGEST_WALK = 256;
/** Further ahead than this a block's ancestors are read by height, so that what was read of them is kept on the way. */
const NEAR = 16;

/**
 * Finds what must be indexed before a block, by asking the node for one ancestor after the other.
 * @returns the block and its unknown ancestors, eldest first
 * @throws BlockError when an ancestor cannot be decoded or is set aside
 * @throws GapError, StartedOverError, FarBehindError
 */
export async function findLineage(
  db: Executor,
  node: ChainNode,
  protocolContract: string,
  candidate: Candidate,
): Promise<Candidate[]> {
  const lineage = [candidate];
  const firstHeight = await node.firstHeight();
  const reached = (await readTip(db))?.height ?? firstHeight - 1;
  for (let first = candidate; ; ) {
    const { parentIndexBlockHash, height } = first.block;
    if (await isKnown(db, parentIndexBlockHash)) break;
    if (await isSetAside(db, parentIndexBlockHash)) {
      throw new BlockError(`Its ancestor ${parentIndexBlockHash} is set aside`);
    }
    if (height > reached + NEAR) throw new FarBehindError(`${height - reached} blocks behind`);
    if (height <= firstHeight) {
      if (await isEmpty(db)) break;
      // Another process has indexed it since it was asked for.
      if (await isKnown(db, first.block.indexBlockHash)) break;
      throw new StartedOverError(`${first.block.indexBlockHash} is not where the index begins`);
    }
    if (lineage.length > LONGEST_WALK) throw new FarBehindError(`More than ${LONGEST_WALK} blocks`);
    const payload = await node.block(parentIndexBlockHash);
    if (payload === null) throw new GapError(`The node does not have ${parentIndexBlockHash}`);
    first = { block: decodeBlock(payload, protocolContract), payload };
    if (first.block.indexBlockHash !== parentIndexBlockHash) {
      throw new GapError(`The node answered another block than ${parentIndexBlockHash}`);
    }
    lineage.unshift(first);
  }
  return lineage;
}

async function isEmpty(db: Executor): Promise<boolean> {
  return (await db.selectFrom("blocks").select("height").limit(1).executeTakeFirst()) === undefined;
}
