import { FoldError } from "@colonnade/domain/fold/chain-entry.ts";
import { sql } from "kysely";
import type { Logger } from "pino";
import { BlockError, decodeBlock } from "../chain/block.ts";
import { newBlockSchema } from "../chain/new-block.ts";
import type { ChainNode } from "../chain/node.ts";
import type { Database } from "../db/database.ts";
import { chainTables } from "../db/tables.ts";
import { applyBlocks, writeTip } from "./apply.ts";
import { noEffect, notifyEffect } from "./effect.ts";
import { type Candidate, FarBehindError, findLineage, StartedOverError } from "./lineage.ts";
import { countSetAside, readSetAside, releaseFromQuarantine, setAside } from "./quarantine.ts";
import { settleAnew } from "./standings.ts";
import { readTip } from "./tip.ts";
import { noteNoneMined } from "./turns.ts";

export interface IntakeOptions {
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

/** Takes blocks into the index, with all before them that it lacks, or sets aside what it cannot take. One at a time. */
export interface Intake {
  /** A payload as a block to take; null where it reads as none and was set aside. */
  decode(payload: unknown): Promise<Candidate | null>;
  /**
   * Resolves when the block is committed or set aside.
   * @throws GapError, NodeError and the database's own; what is the leader's work where another process leads
   */
  take(candidate: Candidate): Promise<void>;
  /** Tries what was set aside once more. */
  retryQuarantine(): Promise<void>;
  /** Throws away what was indexed, for a chain with another beginning. */
  startOver(reason: string): Promise<void>;
}

/** So many blocks, and events in them, are folded in one transaction when catching up. */
const CATCH_UP_BATCH = 100;
const CATCH_UP_EVENTS = 5_000;

export function createIntake(options: IntakeOptions): Intake {
  const { database, node, protocolContract, log } = options;
  const db = database.kysely;
  /** Whether a block that had been set aside was indexed since its descendants were last tried. */
  let released = false;

  async function decode(payload: unknown): Promise<Candidate | null> {
    try {
      return { block: decodeBlock(payload, protocolContract), payload };
    } catch (error) {
      if (!(error instanceof BlockError)) throw error;
      await quarantine(payload, error.message);
      return null;
    }
  }

  async function take(candidate: Candidate): Promise<void> {
    await connect(candidate);
    if (released) await retryQuarantine();
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

  /** In order of arrival, so that a block comes before its descendants. */
  async function retryQuarantine(): Promise<void> {
    released = false;
    for (const payload of await readSetAside(db)) {
      const candidate = await decode(payload);
      if (candidate !== null) await connect(candidate);
    }
    released = false;
    options.onQuarantine(await countSetAside(db));
  }

  return { decode, take, retryQuarantine, startOver };
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
