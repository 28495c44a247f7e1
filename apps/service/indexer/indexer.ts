import { blockHashSchema } from "../chain/new-block.ts";
import type { ChainTip } from "../chain/node.ts";
import { followTo } from "./apply.ts";
import { noEffect, notifyEffect } from "./effect.ts";
import { createIntake, type IntakeOptions } from "./intake.ts";
import { isKnown, readMark } from "./known.ts";
import type { Candidate } from "./lineage.ts";
import { findEldestSetAside } from "./quarantine.ts";
import { createQueue } from "./serial.ts";
import { readTip } from "./tip.ts";

export interface Indexer {
  /**
   * Takes a `/new_block` payload, and resolves when it is committed or set aside.
   * @throws GapError, NodeError and the database's own: the node is to post it again
   */
  receive(payload: unknown): Promise<void>;
  /** Asks the node for what was missed, and follows it to its tip. */
  sync(): Promise<void>;
  /** Tries what was set aside once more. */
  retryQuarantine(): Promise<void>;
  /**
   * The node's height, as the node last said it, asked or by a block it posted: whoever wants to know asks it nothing.
   * Null where it did not answer when it was last asked, and where another process leads, which asks it instead.
   */
  nodeHeight(): number | null;
}

/** The one writer of everything that is derived from the chain. */
export function createIndexer(options: IntakeOptions): Indexer {
  const { database, node } = options;
  const db = database.kysely;
  const intake = createIntake(options);
  const inTurn = createQueue();
  let nodeHeight: number | null = null;

  async function receive(payload: unknown): Promise<void> {
    const candidate = await intake.decode(payload);
    if (candidate === null) return;
    nodeHeight = candidate.block.height;
    await takeUnknown(candidate);
  }

  async function takeUnknown(candidate: Candidate): Promise<void> {
    if (await isKnown(db, candidate.block.indexBlockHash)) return;
    await intake.take(candidate);
  }

  async function noticeNewBeginning(): Promise<void> {
    if (!options.canStartOver) return;
    const root = await db
      .selectFrom("blocks")
      .where("canonical", "=", true)
      .orderBy("height")
      .select(["index_block_hash", "height"])
      .executeTakeFirst();
    if (root === undefined) return;
    const payload = await node.block(root.height);
    const other = blockHashSchema.safeParse(payload).data;
    if (other !== undefined && other.index_block_hash !== root.index_block_hash) {
      await intake.startOver(`The node's chain begins with ${other.index_block_hash}`);
    }
  }

  async function sync(): Promise<void> {
    const from = await readTip(db);
    const tip = await askTip();
    const known = tip.indexBlockHash === null ? undefined : await readMark(db, tip.indexBlockHash);
    // A canonical block that the node calls its tip: the node is at our tip, or behind and will catch up.
    if (known?.canonical === true) return;
    if (known !== undefined && tip.indexBlockHash !== null) {
      return follow(tip.indexBlockHash, from?.indexBlockHash ?? null);
    }
    await noticeNewBeginning();
    // What keeps the tip from being indexed is asked for instead: the node may have answered it wrongly.
    const eldest =
      tip.indexBlockHash === null ? null : await findEldestSetAside(db, tip.indexBlockHash);
    const payload = await node.block(eldest ?? tip.indexBlockHash ?? tip.height);
    const candidate = payload === null ? null : await intake.decode(payload);
    if (candidate !== null) await takeUnknown(candidate);
  }

  async function askTip(): Promise<ChainTip> {
    try {
      const tip = await node.tip();
      nodeHeight = tip.height;
      return tip;
    } catch (error) {
      nodeHeight = null;
      throw error;
    }
  }

  /** The node is on a branch that was indexed before, though it posted nothing. */
  async function follow(indexBlockHash: string, from: string | null): Promise<void> {
    const effect = noEffect();
    await db.transaction().execute(async (trx) => {
      if (await followTo(trx, indexBlockHash, from, effect)) await notifyEffect(trx, effect);
    });
    await options.onIndexed();
  }

  return {
    receive: (payload) => inTurn(() => receive(payload)),
    sync: () => inTurn(sync),
    retryQuarantine: () => inTurn(intake.retryQuarantine),
    nodeHeight: () => (options.isLeading() ? nodeHeight : null),
  };
}
