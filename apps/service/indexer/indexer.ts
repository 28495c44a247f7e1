import { FoldError } from "@colonnade/domain/fold/chain-entry.ts";
import { sql } from "kysely";
import type { Logger } from "pino";
import { BlockError, decodeBlock } from "../chain/block.ts";
import { newBlockSchema } from "../chain/new-block.ts";
import type { ChainNode, ChainTip } from "../chain/node.ts";
import type { Database } from "../db/database.ts";
import { chainTables } from "../db/tables.ts";
import { applyBlocks, followTo, writeTip } from "./apply.ts";
import { noEffect, notifyEffect } from "./effect.ts";
import { isKnown } from "./known.ts";
import { type Candidate, FarBehindError, findLineage, StartedOverError } from "./lineage.ts";
import { countSetAside, readSetAside, releaseFromQuarantine, setAside } from "./quarantine.ts";
import { createQueue } from "./serial.ts";
import { settleAnew } from "./standings.ts";
import { readTip } from "./tip.ts";
import { noteNoneMined } from "./turns.ts";

export interface IndexerOptions {
  database: Database;
  node: ChainNode;
  protocolContract: string;
  /** Whether a chain with another beginning replaces the indexed one: on a devnet only. */
  canStartOver: boolean;
  /** Whether this process fills long gaps and starts over; another one that is told of such a block waits for it. */
  isLeading(): boolean;
  log: Logger;
  /** Told after each commit. */
  onIndexed(): Promise<void>;
  /** Told how many blocks are set aside when that changes. */
  onQuarantine(count: number): void;
}

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

/** So many blocks, and events in them, are folded in one transaction when catching up. */
const CATCH_UP_BATCH = 100;
const CATCH_UP_EVENTS = 5_000;

/** The one writer of everything that is derived from the chain. */
export function createIndexer(options: IndexerOptions): Indexer {
  const { database, node, protocolContract, log } = options;
  const db = database.kysely;
  const inTurn = createQueue();
  /** Whether a block that had been set aside was indexed since its descendants were last tried. */
  let released = false;
  let nodeHeight: number | null = null;

  async function receive(payload: unknown): Promise<void> {
    const candidate = await decodeOrSetAside(payload);
    if (candidate === null) return;
    nodeHeight = candidate.block.height;
    if (await isKnown(db, candidate.block.indexBlockHash)) return;
    await connect(candidate);
    if (released) await retryQuarantine();
  }

  async function decodeOrSetAside(payload: unknown): Promise<Candidate | null> {
    try {
      return { block: decodeBlock(payload, protocolContract), payload };
    } catch (error) {
      if (!(error instanceof BlockError)) throw error;
      await quarantine(payload, error.message);
      return null;
    }
  }

  async function connect(candidate: Candidate): Promise<void> {
    try {
      await index(await findLineage(db, node, protocolContract, candidate));
    } catch (error) {
      if (isLeadersWork(error) && !options.isLeading()) {
        throw error;
      } else if (error instanceof StartedOverError && options.canStartOver) {
        await startOver(error.message);
        await connect(candidate);
      } else if (error instanceof FarBehindError) {
        const reached = await catchUp(candidate.block.height - 1);
        // It stands behind a block that waits for a person; the node must not wait with it.
        if (!reached) return quarantine(candidate.payload, "An ancestor is set aside");
        await index(await findLineage(db, node, protocolContract, candidate));
      } else if (error instanceof BlockError) {
        await quarantine(candidate.payload, error.message);
      } else {
        throw error;
      }
    }
  }

  /** Indexes blocks, each the next one's parent, at once or not at all; apart when one of them cannot be. */
  async function index(lineage: Candidate[]): Promise<void> {
    try {
      await commit(lineage);
    } catch (error) {
      if (!isUnfit(error)) throw error;
      const [first, ...rest] = lineage;
      if (first === undefined) return;
      if (rest.length === 0) return quarantine(first.payload, error.message);
      for (const [place, candidate] of lineage.entries()) {
        const failure = await commit([candidate]).then(() => null, unfitOrThrow);
        if (failure === null) continue;
        for (const left of lineage.slice(place)) await quarantine(left.payload, failure.message);
        return;
      }
    }
  }

  async function commit(lineage: Candidate[]): Promise<void> {
    if (lineage.length === 0) return;
    const effect = noEffect();
    await db.transaction().execute(async (trx) => {
      const blocks = lineage.map(({ block }) => block);
      const isNew = await applyBlocks(trx, blocks, effect);
      const hashes = blocks.map(({ indexBlockHash }) => indexBlockHash);
      if (await releaseFromQuarantine(trx, hashes)) released = true;
      if (isNew) await notifyEffect(trx, effect);
    });
    const last = lineage.at(-1)?.block;
    log.debug(
      { height: last?.height, block: last?.indexBlockHash, blocks: lineage.length },
      "indexed",
    );
    await options.onIndexed();
  }

  /**
   * Indexes the node's chain by height, from where the index ends up to a height.
   * @returns false when a block on the way was set aside; those before it are indexed
   */
  async function catchUp(height: number): Promise<boolean> {
    const tip = await readTip(db);
    let parent = tip?.indexBlockHash ?? null;
    let batch: Candidate[] = [];
    for (
      let next = tip === null ? await node.firstHeight() : tip.height + 1;
      next <= height;
      next += 1
    ) {
      const payload = await readOrKeep(next, batch);
      if (payload === null) break;
      const candidate = await decodeOrSetAside(payload);
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
  async function readOrKeep(height: number, batch: Candidate[]): Promise<unknown> {
    try {
      return await node.block(height);
    } catch (error) {
      await index(batch);
      throw error;
    }
  }

  async function quarantine(payload: unknown, reason: string): Promise<void> {
    const known = newBlockSchema.pick({ index_block_hash: true, parent_index_block_hash: true });
    const parsed = known.safeParse(payload);
    const indexBlockHash = parsed.data?.index_block_hash ?? null;
    await setAside(db, {
      indexBlockHash,
      parentIndexBlockHash: parsed.data?.parent_index_block_hash ?? null,
      reason,
      payload,
    });
    log.error({ alarm: "block-set-aside", block: indexBlockHash, reason }, "a block was set aside");
    options.onQuarantine(await countSetAside(db));
  }

  async function startOver(reason: string): Promise<void> {
    log.warn({ reason }, "the chain started over; the index is built anew");
    await db.transaction().execute(async (trx) => {
      await sql.raw(`truncate ${chainTables.join(", ")}`).execute(trx);
      await writeTip(trx, null);
      await settleAnew(trx);
      await noteNoneMined(trx);
      await notifyEffect(trx, noEffect());
    });
    options.onQuarantine(0);
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
    const other = newBlockSchema.pick({ index_block_hash: true }).safeParse(payload).data;
    if (other !== undefined && other.index_block_hash !== root.index_block_hash) {
      await startOver(`The node's chain begins with ${other.index_block_hash}`);
    }
  }

  async function sync(): Promise<void> {
    const from = await readTip(db);
    const tip = await askTip();
    const known = tip.indexBlockHash === null ? undefined : await readMark(tip.indexBlockHash);
    // A canonical block that the node calls its tip: the node is at our tip, or behind and will catch up.
    if (known?.canonical === true) return;
    if (known !== undefined && tip.indexBlockHash !== null) {
      return follow(tip.indexBlockHash, from?.indexBlockHash ?? null);
    }
    await noticeNewBeginning();
    const payload = await node.block(tip.indexBlockHash ?? tip.height);
    if (payload !== null) await receive(payload);
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

  async function readMark(indexBlockHash: string): Promise<{ canonical: boolean } | undefined> {
    return db
      .selectFrom("blocks")
      .where("index_block_hash", "=", indexBlockHash)
      .select("canonical")
      .executeTakeFirst();
  }

  /** The node is on a branch that was indexed before, though it posted nothing. */
  async function follow(indexBlockHash: string, from: string | null): Promise<void> {
    const effect = noEffect();
    await db.transaction().execute(async (trx) => {
      if (await followTo(trx, indexBlockHash, from, effect)) await notifyEffect(trx, effect);
    });
    await options.onIndexed();
  }

  /** In order of arrival, so that a block comes before its descendants. */
  async function retryQuarantine(): Promise<void> {
    released = false;
    for (const payload of await readSetAside(db)) {
      const candidate = await decodeOrSetAside(payload);
      if (candidate !== null) await connect(candidate);
    }
    released = false;
    options.onQuarantine(await countSetAside(db));
  }

  return {
    receive: (payload) => inTurn(() => receive(payload)),
    sync: () => inTurn(sync),
    retryQuarantine: () => inTurn(retryQuarantine),
    nodeHeight: () => (options.isLeading() ? nodeHeight : null),
  };
}

function hasRoom(batch: readonly Candidate[]): boolean {
  const events = batch.reduce((sum, { block }) => sum + block.events.length, 0);
  return batch.length < CATCH_UP_BATCH && events < CATCH_UP_EVENTS;
}

/** What only one process may do, since it reads the chain at length or throws the index away. */
function isLeadersWork(error: unknown): boolean {
  return error instanceof StartedOverError || error instanceof FarBehindError;
}

function isUnfit(error: unknown): error is BlockError | FoldError {
  return error instanceof BlockError || error instanceof FoldError;
}

function unfitOrThrow(error: unknown): BlockError | FoldError {
  if (isUnfit(error)) return error;
  throw error;
}
