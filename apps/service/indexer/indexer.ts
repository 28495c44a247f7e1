import { setTimeout as delay } from "node:timers/promises";
import type { Status } from "@colonnade/domain/status.ts";
import type { Candidate, UnfitPayload } from "../chain/payload.ts";
import { readTip } from "../revision/revision.ts";
import { isFinal, readBlockStatus } from "./canonical-chain.ts";
import { index, retryQuarantine } from "./connect.ts";
import { BehindError, isBelowFirst } from "./missing-ancestors.ts";
import { askTip, type FollowOptions, follow, type Gap } from "./node-tip.ts";
import { orQuarantine } from "./quarantine.ts";

export interface IndexerOptions extends FollowOptions {
  /** Called when a post was acknowledged that the leader has to ask for. */
  onBehind(): void;
}

/** Milliseconds that a post waits for other work on a public network. */
const POST_WAITS = 1_000;

/** The one writer of everything that follows from the chain. It does one task at a time, in the order of the calls. */
export interface Indexer {
  /**
   * Takes a posted block. Resolves when it is indexed or quarantined; on a public network also when other work
   * keeps it waiting, because the leader asks for it later.
   * @throws GapError, StartedOverError, NodeError and the database's own: the node is to post the block again
   */
  receive(posted: Candidate | UnfitPayload): Promise<void>;
  /** Asks the node for its tip, and follows it there. */
  sync(): Promise<void>;
  /** Tries every quarantined block once more. */
  retryQuarantine(): Promise<void>;
  /** How far the reading of a long gap is; null while there is none. */
  catchingUp(): Status["catchingUp"];
}

export function createIndexer(options: IndexerOptions): Indexer {
  const gap: Gap = { current: null };
  let last = Promise.resolve();

  function inTurn(task: () => Promise<void>): Promise<void> {
    const run = last.then(task);
    last = run.catch(() => {});
    return run;
  }

  async function take(posted: Candidate | UnfitPayload): Promise<void> {
    const { height } = "block" in posted ? posted.block : posted;
    if (await isBelowFirst(options, height)) return;
    const candidate = await orQuarantine(options, posted);
    if (candidate === null || (await isOld(options, candidate))) return;
    await index(options, candidate);
  }

  return {
    async receive(posted) {
      // Null once it is taken, or acknowledged. An acknowledged block must not stay in memory.
      let waiting: Candidate | UnfitPayload | null = posted;
      const task = inTurn(async () => {
        const begun = waiting;
        waiting = null;
        if (begun !== null) await take(begun);
      }).catch((error: unknown) => {
        if (!(error instanceof BehindError)) throw error;
        options.onBehind();
      });
      if (options.node.lists === undefined) return task;
      // The node must not wait for a long gap, or for a pause that the API asks for. What it posts meanwhile is asked
      // for at the end.
      await Promise.race([task, delay(POST_WAITS, undefined, { ref: false })]);
      if (waiting === null) return task;
      waiting = null;
      options.onBehind();
    },
    sync: () =>
      inTurn(async () => {
        const before = await readTip(options.database.kysely);
        await follow(options, before, await askTip(options), gap);
      }),
    retryQuarantine: () => inTurn(() => retryQuarantine(options)),
    catchingUp: () => gap.current,
  };
}

/**
 * Whether a post changes nothing. A node that syncs again posts old blocks, too, and the index may have left out those
 * that hold nothing.
 */
async function isOld(
  { database: { kysely: db }, canStartOver, finality }: IndexerOptions,
  { block: { indexBlockHash, height } }: Candidate,
): Promise<boolean> {
  if ((await readBlockStatus(db, indexBlockHash)) === "canonical") return true;
  const tip = await readTip(db);
  return !canStartOver && tip !== null && (await isFinal(db, height, tip, finality));
}
