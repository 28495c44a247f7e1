import { setTimeout as delay } from "node:timers/promises";
import type { Status } from "@colonnade/domain/status.ts";
import type { Candidate, UnfitPayload } from "../chain/payload.ts";
import { readTip } from "../revision/revision.ts";
import { isFinal, isIndexed, readBlockStatus } from "./canonical-chain.ts";
import { index, indexAlone, retryQuarantine } from "./connect.ts";
import { BehindError, isBelowFirst } from "./missing-ancestors.ts";
import { askTip, type FollowOptions, follow, type Gap } from "./node-tip.ts";
import { orQuarantine } from "./quarantine.ts";

/** What became of a posted block. The leader asks the node later for one that is left to it. */
type Received = "taken" | "left to the leader";

/** Milliseconds that a post waits for other work on a public network. */
const POST_WAITS = 1_000;

/**
 * The one writer of everything that follows from the chain. Two queues run beside each other: one for posted blocks
 * that need only the database, and one for everything that asks the node. Each runs one task at a time, in the order of
 * the calls. So a silent node holds up no block that it posts. The queues may write at once, as two processes may.
 */
export interface Indexer {
  /**
   * Takes a posted block. Resolves when it is indexed or quarantined. A block far ahead or below the finality depth is
   * left to the leader; on a public network also one that would have to wait for the node.
   * @throws GapError, StartedOverError, NodeError and the database's own: the node is to post the block again
   */
  receive(posted: Candidate | UnfitPayload): Promise<Received>;
  /** Asks the node for its tip, and follows it there. */
  sync(): Promise<void>;
  /** Tries every quarantined block once more. */
  retryQuarantine(): Promise<void>;
  /** How far the reading of a long gap is; null while there is none. */
  catchingUp(): Status["catchingUp"];
}

export function createIndexer(options: FollowOptions): Indexer {
  const gap: Gap = { current: null };
  const posts = createQueue();
  const questions = createQueue();
  const db = options.database.kysely;

  async function take(
    posted: Candidate | UnfitPayload,
    indexFound: (candidate: Candidate) => Promise<void>,
  ): Promise<void> {
    const { height } = "block" in posted ? posted.block : posted;
    if (await isBelowFirst(options, height)) return;
    const candidate = await orQuarantine(options, posted);
    if (candidate === null || (await isOld(options, candidate))) return;
    await indexFound(candidate);
  }

  /** Takes a posted block if that needs the database alone. */
  async function takeAlone(
    posted: Candidate | UnfitPayload,
  ): Promise<"needs the node" | "taken" | "released from quarantine"> {
    const needsNode =
      "block" in posted
        ? !(await isIndexed(db, posted.block.parentIndexBlockHash))
        : (await readTip(db)) === null;
    if (needsNode) return "needs the node";
    let hasReleased = false;
    await take(posted, async (candidate) => {
      hasReleased = await indexAlone(options, candidate);
    });
    return hasReleased ? "released from quarantine" : "taken";
  }

  /** Blocks that waited for one which has left the quarantine may lack others, which the node is asked for. */
  async function retryWaiting(): Promise<void> {
    const retry = questions(() => retryQuarantine(options)).catch((error: unknown) => {
      options.log.warn({ err: error }, "quarantined blocks could not be tried again");
    });
    if (options.node.lists === undefined) return retry;
    await Promise.race([retry, delay(POST_WAITS, undefined, { ref: false })]);
  }

  /** Leaves blocks far ahead, and forks deeper than the finality depth, to the leader. */
  function leaveToLeader(error: unknown): Received {
    if (!(error instanceof BehindError)) throw error;
    return "left to the leader";
  }

  return {
    async receive(posted) {
      const outcome = await posts(() => takeAlone(posted)).catch(leaveToLeader);
      if (outcome === "released from quarantine") {
        await retryWaiting();
        return "taken";
      }
      if (outcome !== "needs the node") return outcome;
      // Null once it is taken, or left to the leader. Such a block must not stay in memory.
      let waiting: Candidate | UnfitPayload | null = posted;
      const task = questions(async (): Promise<Received> => {
        const begun = waiting;
        waiting = null;
        if (begun !== null) await take(begun, (candidate) => index(options, candidate));
        return "taken";
      }).catch(leaveToLeader);
      if (options.node.lists === undefined) return task;
      // The node must not wait for a long gap, or for a pause that the API asks for. What it posts meanwhile is asked
      // for at the end.
      await Promise.race([task, delay(POST_WAITS, undefined, { ref: false })]);
      if (waiting === null) return task;
      waiting = null;
      return "left to the leader";
    },
    sync: () =>
      questions(async () => {
        const before = await readTip(options.database.kysely);
        await follow(options, before, await askTip(options), gap);
      }),
    retryQuarantine: () => questions(() => retryQuarantine(options)),
    catchingUp: () => gap.current,
  };
}

type Queue = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** Runs one task at a time. */
function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const run = last.then(task);
    last = run.catch(() => {});
    return run;
  };
}

/**
 * Whether a post changes nothing. A node that syncs again posts old blocks, too, and the index may have left out those
 * that hold nothing.
 */
async function isOld(
  { database: { kysely: db }, canStartOver, finality }: FollowOptions,
  { block: { indexBlockHash, height } }: Candidate,
): Promise<boolean> {
  if ((await readBlockStatus(db, indexBlockHash)) === "canonical") return true;
  const tip = await readTip(db);
  return !canStartOver && tip !== null && (await isFinal(db, height, tip, finality));
}
