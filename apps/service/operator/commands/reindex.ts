import { setTimeout as delay } from "node:timers/promises";
import type { Executor } from "../../db/database.ts";
import { followNode } from "../../indexer/indexer.ts";
import { createTroubleLog } from "../../monitoring/log.ts";
import { createMetrics } from "../../monitoring/metrics.ts";
import { readTip } from "../../revision/revision.ts";
import { readArguments, refuseArguments } from "../arguments.ts";
import { type Command, type OperatorContext, OperatorError, type Output } from "../command.ts";
import {
  analyze,
  applyStored,
  dropSecondIndex,
  OtherChainError,
  openSecondIndex,
  type Source,
  serveSecondIndex,
} from "../second-index.ts";
import { StoredGapError } from "../stored-blocks.ts";

/** Events in one transaction. The embedded database answers nobody else meanwhile. */
const EVENTS = { postgres: 5_000, pglite: 500 };
/** Milliseconds. */
const SHOW_EVERY = 1_000;
const TRY_EVERY = 250;

export const reindex: Command = {
  name: "reindex",
  usage: [
    ["reindex", "rebuild all that comes from the chain, while the old rows are served"],
    ["reindex --from-node", "the same, but read every block from the node again"],
    ["reindex --restart", "start over instead of continuing an interrupted run"],
  ],
  parse(args) {
    const { values, positionals } = readArguments(args, {
      "from-node": { type: "boolean" },
      restart: { type: "boolean" },
    });
    refuseArguments(positionals);
    const isNew = values.restart === true;
    return {
      needs: "service",
      async run(context, output) {
        if (values["from-node"] === true || (await readTip(context.database.kysely)) === null) {
          await rebuild(context, output, "node", isNew);
          return 0;
        }
        try {
          await rebuild(context, output, "stored", isNew);
        } catch (error) {
          if (!(error instanceof StoredGapError)) throw error;
          output.warn(`${error.message} Reading the chain from the node.`);
          await rebuild(context, output, "node", true);
        }
        return 0;
      },
    };
  },
};

async function rebuild(
  context: OperatorContext,
  output: Output,
  source: Source,
  isNew: boolean,
): Promise<void> {
  const { database, config } = context;
  const { next, reached } = await openSecondIndex(database, source, isNew);
  try {
    if (reached !== null) output.warn(`Going on from height ${reached.height}.`);
    if (source === "node") await readFromNode(context, next, output);
    const most = EVENTS[config.databaseUrl === undefined ? "pglite" : "postgres"];
    await applyAllStored(context, next, most, output);
    await analyze(next);
    // Applies the blocks that came during `analyze`, so that the exchange has little left to do.
    await applyAllStored(context, next, most, output);
    while (!(await serveSecondIndex(database))) {
      context.signal.throwIfAborted();
      output.warn("Waiting for readers of the old rows.");
      await delay(TRY_EVERY);
    }
  } catch (error) {
    if (!(error instanceof OtherChainError)) throw error;
    await dropSecondIndex(database.kysely);
    throw new OperatorError(`${error.message} Run the command again.`);
  } finally {
    await next.destroy();
  }
  const tip = await readTip(database.kysely);
  output.line(`The index is rebuilt, up to height ${tip?.height ?? "none"}.`);
}

async function applyAllStored(
  { database, signal }: OperatorContext,
  next: Executor,
  most: number,
  output: Output,
): Promise<void> {
  const served = (await readTip(database.kysely))?.height ?? 0;
  for (;;) {
    signal.throwIfAborted();
    const height = await applyStored(database, next, most);
    if (height === null) return;
    output.progress({ what: "blocks", done: height, total: Math.max(served, height) });
  }
}

/** @throws OperatorError when the node has a block that cannot be indexed */
async function readFromNode(
  { database, node, config, log, signal }: OperatorContext,
  next: Executor,
  output: Output,
): Promise<void> {
  const { height: total } = await node.tip();
  const done = new AbortController();
  const showing = showHeight(next, total, output, done.signal);
  const options = {
    database: { ...database, kysely: next },
    node,
    protocolContract: config.protocolContract,
    canStartOver: false,
    finality: config.finality,
    leading: signal,
    stopping: signal,
    revision: { refresh: () => Promise.resolve() },
    metrics: createMetrics(),
    log,
    warnOfTrouble: createTroubleLog(log),
    isHidden: true,
  };
  try {
    await followNode(options, { catchingUp: null });
  } finally {
    done.abort();
    await showing;
  }
  const held = await next.selectFrom("quarantine").select("reason").limit(1).executeTakeFirst();
  if (held === undefined) return;
  throw new OperatorError(
    `The node has a block that cannot be indexed: ${held.reason} The service keeps serving the old rows.`,
  );
}

async function showHeight(
  next: Executor,
  total: number,
  output: Output,
  done: AbortSignal,
): Promise<void> {
  while (!done.aborted) {
    const height = (await readTip(next))?.height ?? 0;
    output.progress({ what: "blocks", done: height, total: Math.max(total, height) });
    await delay(SHOW_EVERY, undefined, { signal: done }).catch(() => {});
  }
}
