import type { ChainNode } from "../chain/node.ts";
import type { Executor } from "../db/database.ts";
import { type Candidate, findLineage } from "./lineage.ts";
import { readTip } from "./tip.ts";

/** What catching up works with. */
export interface CatchingUp {
  db: Executor;
  node: ChainNode;
  protocolContract: string;
  /** A payload as a block to take; null where it reads as none and was set aside. */
  decode(payload: unknown): Promise<Candidate | null>;
  /** Indexes blocks, each the next one's parent. */
  index(lineage: readonly Candidate[]): Promise<void>;
}

/** So many blocks, and events in them, are folded in one transaction when catching up. */
const BATCH = { blocks: 100, events: 5_000 };

/**
 * Indexes the node's chain by height, from where the index ends up to a height.
 * @returns false when a block on the way was set aside; those before it are indexed
 */
export async function catchUp(options: CatchingUp, height: number): Promise<boolean> {
  const { db, node, protocolContract, decode, index } = options;
  const tip = await readTip(db);
  let parent = tip?.indexBlockHash ?? null;
  let batch: Candidate[] = [];
  for (
    let next = tip === null ? await node.firstHeight() : tip.height + 1;
    next <= height;
    next += 1
  ) {
    const payload = await readOrKeep(options, next, batch);
    if (payload === null) break;
    const candidate = await decode(payload);
    if (candidate === null) {
      await index(batch);
      return false;
    }
    const { indexBlockHash, parentIndexBlockHash } = candidate.block;
    if (parentIndexBlockHash === parent && hasRoom(batch)) {
      batch.push(candidate);
    } else {
      await index(batch);
      batch = await findLineage(db, node, protocolContract, candidate);
    }
    parent = indexBlockHash;
  }
  await index(batch);
  return true;
}

/** When the node falls silent on the way, what it has answered so far is not asked for again. */
async function readOrKeep(
  { node, index }: CatchingUp,
  height: number,
  batch: readonly Candidate[],
): Promise<unknown> {
  try {
    return await node.block(height);
  } catch (error) {
    await index(batch);
    throw error;
  }
}

function hasRoom(batch: readonly Candidate[]): boolean {
  const events = batch.reduce((sum, { block }) => sum + block.events.length, 0);
  return batch.length < BATCH.blocks && events < BATCH.events;
}
