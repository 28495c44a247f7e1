import { blockHashSchema } from "../chain/new-block.ts";
import type { ChainNode } from "../chain/node.ts";
import type { Executor } from "../db/database.ts";
import { isKnown } from "./known.ts";
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
 * Indexes the node's chain by height, from where it is not known any more up to a height.
 * @returns false when a block on the way was set aside; those before it are indexed
 */
export async function catchUp(options: CatchingUp, height: number): Promise<boolean> {
  const { db, node, protocolContract, decode, index } = options;
  let parent: string | null = null;
  let batch: Candidate[] = [];
  for (let next = await findUnknown(options, height); next <= height; next += 1) {
    const payload = await readOrKeep(options, next, batch);
    if (payload === null) break;
    const candidate = await decode(payload);
    if (candidate === null) {
      await index(batch);
      return false;
    }
    const { indexBlockHash, parentIndexBlockHash } = candidate.block;
    if (batch.length > 0 && parentIndexBlockHash === parent && hasRoom(batch)) {
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

/**
 * The lowest height, up to the one after the tip, whose block on the node's chain is not known: after a fork, however
 * deep, where the branches part.
 */
async function findUnknown({ db, node }: CatchingUp, height: number): Promise<number> {
  const tip = await readTip(db);
  const first = await node.firstHeight();
  if (tip === null) return first;
  const isIndexed = async (at: number) => {
    const { data } = blockHashSchema.safeParse(await node.block(at));
    return data !== undefined && (await isKnown(db, data.index_block_hash));
  };
  const last = Math.min(tip.height, height);
  if (await isIndexed(last)) return last + 1;
  // What stands on a known block is known up to some height and unknown from there on.
  let [known, unknown] = [first - 1, last];
  while (unknown - known > 1) {
    const middle = Math.floor((known + unknown) / 2);
    if (await isIndexed(middle)) known = middle;
    else unknown = middle;
  }
  return unknown;
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
