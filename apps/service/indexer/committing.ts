import { FoldError } from "@colonnade/domain/fold/chain-entry.ts";
import type { Logger } from "pino";
import { BlockError } from "../chain/block.ts";
import type { Database } from "../db/database.ts";
import { applyBlocks } from "./apply.ts";
import { noEffect, notifyEffect } from "./effect.ts";
import type { Candidate } from "./lineage.ts";
import { releaseFromQuarantine } from "./quarantine.ts";

export interface CommittingOptions {
  database: Database;
  log: Logger;
  /** Told after each commit. */
  onIndexed(): Promise<void>;
}

/** Commits blocks to the index. */
export interface Committing {
  /**
   * Indexes blocks, each the next one's parent, at once or not at all; apart when one of them cannot be.
   * @param setAside takes what cannot be indexed, and what stands on it, with the reason
   */
  index(
    lineage: readonly Candidate[],
    setAside: (candidate: Candidate, reason: string) => Promise<void>,
  ): Promise<void>;
  /** Whether a block that had been set aside was indexed since this was last asked. */
  takeReleased(): boolean;
}

export function createCommitting({ database, log, onIndexed }: CommittingOptions): Committing {
  let released = false;

  async function commit(lineage: readonly Candidate[]): Promise<void> {
    if (lineage.length === 0) return;
    const effect = noEffect();
    await database.kysely.transaction().execute(async (trx) => {
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
    await onIndexed();
  }

  return {
    async index(lineage, setAside) {
      try {
        await commit(lineage);
      } catch (error) {
        if (!isUnfit(error)) throw error;
        const [first, ...rest] = lineage;
        if (first === undefined) return;
        if (rest.length === 0) return setAside(first, error.message);
        for (const [place, candidate] of lineage.entries()) {
          const failure = await commit([candidate]).then(() => null, unfitOrThrow);
          if (failure === null) continue;
          for (const left of lineage.slice(place)) await setAside(left, failure.message);
          return;
        }
      }
    },
    takeReleased() {
      const was = released;
      released = false;
      return was;
    },
  };
}

function isUnfit(error: unknown): error is BlockError | FoldError {
  return error instanceof BlockError || error instanceof FoldError;
}

function unfitOrThrow(error: unknown): BlockError | FoldError {
  if (isUnfit(error)) return error;
  throw error;
}
