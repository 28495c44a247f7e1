import { setTimeout as delay } from "node:timers/promises";
import {
  type Candidate,
  hashOf,
  keptOf,
  readPayloadText,
  type UnfitPayload,
} from "../chain/payload.ts";
import type { PayloadReader } from "../chain/payload-reader.ts";
import { LARGEST_PAYLOAD, type PostedBody, sizeOf } from "../chain/posted-body.ts";
import type { GapProgress } from "../monitoring/index-status.ts";
import type { Metrics } from "../monitoring/metrics.ts";
import { notify } from "../revision/change-feed.ts";
import { type RevisionCache, readTip } from "../revision/revision.ts";
import { applyBlocks, emptyIndex, isUnfit, switchTo } from "./apply.ts";
import { isIndexed, readBlockStatus, readIndexed } from "./canonical-chain.ts";
import { announceChange } from "./change.ts";
import {
  BehindError,
  checkDepth,
  GapError,
  isBelowFinal,
  isBelowFirst,
  readMissing,
  StartedOverError,
  whyUnfit,
} from "./missing-ancestors.ts";
import {
  askTip,
  checkFork,
  type FollowOptions,
  mayBeBehind,
  readGap,
  readOtherFirst,
  readTipBlock,
} from "./node-tip.ts";
import {
  isQuarantined,
  orQuarantine,
  quarantine,
  readQuarantined,
  releaseFromQuarantine,
} from "./quarantine.ts";
import { createJoin, createQueue } from "./queue.ts";

// The one writer of everything that follows from the chain. A posted block is decoded, connected to the chain, applied
// and announced. What cannot be indexed goes to the quarantine. The functions stand in that order.

export interface IndexOptions extends FollowOptions {
  revision: Pick<RevisionCache, "refresh">;
  metrics: Pick<Metrics, "commits" | "catchingUp">;
  /** Whether nobody reads this index yet. Then its changes are not announced. */
  isHidden?: boolean;
  /**
   * Our tip before the node was asked. Only this one may be left for another branch: a later tip is newer than the node's
   * answer. Null if no tip may be left; absent for what the node posts, which is canonical.
   */
  from?: string | null;
}

interface IndexerSettings extends Omit<IndexOptions, "leading"> {
  reader: Pick<PayloadReader, "read">;
}

/** What became of a posted block. If it is left to the leader, the leader asks the node for it later. */
type Received = "taken" | "left to the leader";

/** Milliseconds that a post waits for other work on a public network. It is answered within a second. */
const POST_WAITS = 800;

/** The indexer of a running service. `leading` is aborted while another process leads. */
export interface Indexer {
  /**
   * Takes a posted block. Resolves when the block is indexed or quarantined, or skipped because it is below the first
   * block or the finality depth. On a public network the leader gets a block whose post is too long, that is far
   * ahead, that forks below the finality depth, or that would have to wait for the node.
   * @param onRead called when the body is not needed any more
   * @throws GapError, StartedOverError, NodeError and the database's own: the node must post the block again
   */
  receive(body: PostedBody, leading: AbortSignal, onRead: () => void): Promise<Received>;
  /** Asks the node for its tip, and follows it there. */
  sync(leading: AbortSignal): Promise<void>;
  /** Tries every quarantined block once more. */
  retryQuarantine(leading: AbortSignal): Promise<void>;
  progress: Readonly<GapProgress>;
}

/**
 * Two queues run beside each other: one for posted blocks that need only the database, and one for everything that asks
 * the node. So a silent node holds up no block that it posts. The queues may write at once, as two processes may.
 */
export function createIndexer(settings: IndexerSettings): Indexer {
  const posts = createQueue();
  const questions = createQueue();
  const join = createJoin<Received>();
  const progress: GapProgress = { catchingUp: null };
  const isPublic = settings.node.lists !== undefined;

  const retry = (leading: AbortSignal) =>
    questions.run(() => retryQuarantine({ ...settings, leading }));

  /** Tries the blocks that waited for a posted one. A function of its own, so that the wait keeps no post in memory. */
  async function retryWaiting(leading: AbortSignal): Promise<void> {
    // If they lack other blocks, this asks the node for those.
    const retried = retry(leading).catch((error: unknown) => {
      settings.log.warn({ err: error }, "quarantined blocks could not be tried again");
    });
    await (isPublic
      ? Promise.race([retried, delay(POST_WAITS, undefined, { ref: false })])
      : retried);
  }

  async function takePosted(
    options: IndexOptions,
    posted: Candidate | UnfitPayload,
  ): Promise<Received> {
    const outcome = await posts.run(async () =>
      (await needsNode(options, posted)) ? "needs the node" : take(options, posted),
    );
    if (outcome === "needs the node") {
      const task = () => takeAndRetry(options, posted);
      if (!isPublic) return questions.run(task);
      // The node must not wait for a long gap, or for a pause that the API asks for. The leader asks for the block
      // later.
      return (await questions.runSoon(POST_WAITS, task)) ?? "left to the leader";
    }
    if (outcome !== "released") return outcome;
    await retryWaiting(options.leading);
    return "taken";
  }

  return {
    async receive(body, leading, onRead) {
      // Anybody's contract can make a block's post as long as they like. The lists hold only what concerns ours.
      if (isPublic && sizeOf(body) > LARGEST_PAYLOAD) return "left to the leader";
      const posted = await settings.reader.read(body);
      // What waits for its turn keeps no body in memory.
      body.length = 0;
      onRead();
      // The node posts a block again while it is being taken. One of them in memory is enough.
      return join(hashOf(posted), () => takePosted({ ...settings, leading }, posted));
    },
    sync: (leading) => questions.run(() => followNode({ ...settings, leading }, progress)),
    retryQuarantine: retry,
    progress,
  };
}

async function needsNode(
  { database: { kysely: db } }: IndexOptions,
  posted: Candidate | UnfitPayload,
): Promise<boolean> {
  if ("block" in posted) return !(await isIndexed(db, posted.block.parentIndexBlockHash));
  return (await readTip(db)) === null;
}

/** Takes a decoded post, and the quarantined blocks that waited for it. */
export async function takeAndRetry(
  options: IndexOptions,
  posted: Candidate | UnfitPayload,
): Promise<Received> {
  const outcome = await take(options, posted);
  if (outcome !== "released") return outcome;
  await retryQuarantine(options);
  return "taken";
}

/** @returns "released" when the block left the quarantine: others may have waited for it */
async function take(
  options: IndexOptions,
  posted: Candidate | UnfitPayload,
): Promise<Received | "released"> {
  const { height } = "block" in posted ? posted.block : posted;
  if (await isBelowFirst(options, height)) return "taken";
  const candidate = await orQuarantine(options, posted);
  if (candidate === null || (await isBelowFinal(options, candidate))) return "taken";
  try {
    return (await index(options, candidate)) ? "released" : "taken";
  } catch (error) {
    if (error instanceof BehindError) return "left to the leader";
    throw error;
  }
}

/**
 * Indexes a decoded block. If it is indexed on another branch, that branch becomes canonical.
 * @returns whether it left the quarantine. Blocks that waited for an ancestor are found when the node's tip is followed
 *   again
 */
async function index(options: IndexOptions, candidate: Candidate): Promise<boolean> {
  const db = options.database.kysely;
  const before = await readTip(db);
  const { indexBlockHash } = candidate.block;
  const status = await readBlockStatus(db, indexBlockHash);
  if (status === "canonical") return false;
  if (status === "orphaned") {
    await checkDepth(options, indexBlockHash);
    const { from = before?.indexBlockHash ?? null } = options;
    const hasReturned = await returnTo(options, indexBlockHash, from);
    // Another process has moved the tip.
    return hasReturned || options.from !== undefined ? false : index(options, candidate);
  }
  const wasQuarantined = await isQuarantined(db, indexBlockHash);
  await connect(options, candidate);
  return wasQuarantined && !(await isQuarantined(db, indexBlockHash));
}

/**
 * Connects a block to the indexed chain: applies the ancestors that the index lacks, then the block. Quarantines the
 * block when an ancestor is unfit, or will not come.
 */
async function connect(options: IndexOptions, candidate: Candidate): Promise<void> {
  const { canStartOver, leading } = options;
  try {
    for await (const line of readMissing(options, candidate)) await apply(options, line);
  } catch (error) {
    const reason = await whyUnfit(options, candidate, error);
    if (reason !== null) return quarantine(options, keptOf(candidate, reason));
    if (!(error instanceof StartedOverError) || !canStartOver || leading.aborted) throw error;
    await startOver(options, error.message);
    return connect(options, candidate);
  }
}

/**
 * Applies blocks, each the parent of the next. When one is unfit, applies those before it and quarantines the others.
 */
async function apply(options: IndexOptions, line: readonly Candidate[]): Promise<void> {
  try {
    return await applyAndAnnounce(options, line);
  } catch (error) {
    if (!isUnfit(error)) throw error;
  }
  for (const [place, candidate] of line.entries()) {
    try {
      await applyAndAnnounce(options, [candidate]);
    } catch (error) {
      if (!isUnfit(error)) throw error;
      const { message } = error;
      for (const unfit of line.slice(place)) await quarantine(options, keptOf(unfit, message));
      return;
    }
  }
}

/** Applies and announces in one transaction, so that what is announced is indexed. */
async function applyAndAnnounce(
  { database, revision, metrics, log, isHidden, from }: IndexOptions,
  line: readonly Candidate[],
): Promise<void> {
  if (line.length === 0) return;
  const blocks = line.map(({ block }) => block);
  const hashes = blocks.map(({ indexBlockHash }) => indexBlockHash);
  await database.kysely.transaction().execute(async (trx) => {
    const change = await applyBlocks(trx, blocks, from);
    if (isHidden !== true && change !== null) await announceChange(trx, change);
    const indexed = change === null ? [...(await readIndexed(trx, hashes))] : hashes;
    await releaseFromQuarantine(trx, indexed);
  });
  log.debug(
    { height: blocks.at(-1)?.height, block: hashes.at(-1), blocks: hashes.length },
    "indexed",
  );
  metrics.commits.inc();
  await revision.refresh();
}

/**
 * Makes a block of another branch the tip: the node has returned to that branch.
 * @param from our tip when the node's word was taken
 * @returns false when the tip has moved since
 */
async function returnTo(
  { database, revision, isHidden }: IndexOptions,
  indexBlockHash: string,
  from: string | null,
): Promise<boolean> {
  const changed = await database.kysely.transaction().execute(async (trx) => {
    const switched = await switchTo(trx, indexBlockHash, from);
    if (isHidden !== true && switched !== null) await announceChange(trx, switched);
    return switched;
  });
  await revision.refresh();
  return changed !== null;
}

/** Makes a block of another branch the tip, because the node names it, unless our tip may be news to the node's API. */
async function followBack(
  options: IndexOptions,
  indexBlockHash: string,
  from: string | null,
): Promise<void> {
  if (!(await mayBeBehind(options))) await returnTo(options, indexBlockHash, from);
}

/** Empties the index, for a chain with another first block. */
async function startOver({ database, log }: IndexOptions, reason: string): Promise<void> {
  log.warn({ reason }, "the chain started over; indexing it from its first block");
  await database.kysely.transaction().execute(async (trx) => {
    await emptyIndex(trx);
    await notify(trx, []);
  });
}

/**
 * Tries every quarantined block again, in order of arrival, so that a block comes before its descendants. One on another
 * branch stays: the node may have left that branch. If it has not, the block is read again when its tip is followed.
 */
export async function retryQuarantine(settings: IndexOptions): Promise<void> {
  const options = { ...settings, from: null };
  for await (const text of readQuarantined(options.database.kysely)) {
    const candidate = await orQuarantine(options, readPayloadText(text, options.protocolContract));
    if (candidate === null) continue;
    await connect(options, candidate).catch((error: unknown) => {
      if (!(error instanceof GapError)) throw error;
      // The others may not need what is missing.
      options.log.debug({ err: error }, "a block stays in quarantine");
    });
  }
}

/** Asks the node for its tip, and follows it there. */
export async function followNode(settings: IndexOptions, progress: GapProgress): Promise<void> {
  const db = settings.database.kysely;
  const before = await readTip(db);
  const from = before?.indexBlockHash ?? null;
  const options = { ...settings, from };
  const { indexBlockHash, height } = await askTip(options);
  const status = indexBlockHash === null ? "unknown" : await readBlockStatus(db, indexBlockHash);
  // The node is at our tip, or behind it and will come.
  if (status === "canonical") return;
  if (status === "orphaned" && indexBlockHash !== null) {
    await checkFork(options, indexBlockHash, before);
    return followBack(options, indexBlockHash, from);
  }
  const other = await readOtherFirst(options);
  if (other !== null) await startOver(options, `The node's chain begins with ${other}`);
  const { lists } = options.node;
  if (lists !== undefined && indexBlockHash !== null) {
    const gap = readGap(options, lists, { indexBlockHash, height }, progress);
    for await (const line of gap) await apply(options, line);
    return;
  }
  const last = await readTipBlock(options, { indexBlockHash, height });
  if (last !== null && (await index(options, last))) await retryQuarantine(options);
}
