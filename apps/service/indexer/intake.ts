import { sql } from "kysely";
import { BlockError, decodeBlock } from "../chain/block.ts";
import { newBlockSchema } from "../chain/new-block.ts";
import type { ChainNode } from "../chain/node.ts";
import { chainTables } from "../db/chain-tables.ts";
import { writeTip } from "./apply.ts";
import { catchUp } from "./catching-up.ts";
import { type CommittingOptions, createCommitting } from "./committing.ts";
import { noEffect, notifyEffect } from "./effect.ts";
import { type Candidate, FarBehindError, findLineage, StartedOverError } from "./lineage.ts";
import { isSetAside, readSetAside, setAside } from "./quarantine.ts";
import { settleAnew } from "./standings.ts";
import { noteNoneMined } from "./turns.ts";

export interface IntakeOptions extends CommittingOptions {
  node: ChainNode;
  protocolContract: string;
  /** Whether a chain with another beginning replaces the indexed one: on a devnet only. */
  canStartOver: boolean;
  /** Whether this process fills long gaps and starts over; another one that is told of such a block waits for it. */
  isLeading(): boolean;
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

export function createIntake(options: IntakeOptions): Intake {
  const { database, node, protocolContract, log } = options;
  const db = database.kysely;
  const committing = createCommitting(options);

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
    // Its descendants can be taken now.
    if (committing.takeReleased()) await retryQuarantine();
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
        const catching = { db, node, protocolContract, decode, index };
        const reached = await catchUp(catching, candidate.block.height - 1);
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

  function index(lineage: readonly Candidate[]): Promise<void> {
    return committing.index(lineage, ({ payload }, reason) => quarantine(payload, reason));
  }

  async function quarantine(payload: unknown, reason: string): Promise<void> {
    const known = newBlockSchema.pick({ index_block_hash: true, parent_index_block_hash: true });
    const parsed = known.safeParse(payload);
    const indexBlockHash = parsed.data?.index_block_hash ?? null;
    const wasSetAside = indexBlockHash !== null && (await isSetAside(db, indexBlockHash));
    await setAside(db, {
      indexBlockHash,
      parentIndexBlockHash: parsed.data?.parent_index_block_hash ?? null,
      reason,
      payload,
    });
    const which = { block: indexBlockHash, reason };
    if (wasSetAside) log.debug(which, "a block is still set aside");
    else log.error({ alarm: "block-set-aside", ...which }, "a block was set aside");
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
  }

  /** In order of arrival, so that a block comes before its descendants. */
  async function retryQuarantine(): Promise<void> {
    committing.takeReleased();
    for await (const payload of readSetAside(db)) {
      const candidate = await decode(payload);
      if (candidate !== null) await connect(candidate);
    }
    committing.takeReleased();
  }

  return { decode, take, retryQuarantine, startOver };
}

/** What only one process may do, since it reads the chain at length or throws the index away. */
function isLeadersWork(error: unknown): boolean {
  return error instanceof StartedOverError || error instanceof FarBehindError;
}
