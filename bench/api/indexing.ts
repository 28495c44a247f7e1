import { setImmediate } from "node:timers/promises";
import type { NewBlock } from "@colonnade/service/chain/new-block.ts";
import type { ChainNode } from "@colonnade/service/chain/node.ts";
import { readPayload } from "@colonnade/service/chain/payload.ts";
import type { Database } from "@colonnade/service/db/database.ts";
import { followNode, takeAndRetry } from "@colonnade/service/indexer/indexer.ts";
import { createTroubleLog } from "@colonnade/service/monitoring/log.ts";
import { createMetrics } from "@colonnade/service/monitoring/metrics.ts";
import { protocolContract } from "@colonnade/service/tests/support/blocks.ts";
import { sql } from "kysely";
import pino from "pino";
import { type Call, hashOf, makeBlock } from "./blocks.ts";

/** The service's indexer. `receive` also reads the payload of a post. */
interface BenchIndexer {
  sync(): Promise<void>;
  receive(payload: NewBlock): Promise<void>;
}

/** Creates the service's indexer on a database. A quarantined block throws. */
export function createBenchIndexer(database: Database, node = nodeWith([])): BenchIndexer {
  const { signal } = new AbortController();
  const log = pino({ level: "error" }, { write: fail });
  const options = {
    database: { ...database, kysely: database.work },
    node,
    protocolContract,
    canStartOver: false,
    finality: Number.POSITIVE_INFINITY,
    stopping: signal,
    leading: signal,
    log,
    warnOfTrouble: createTroubleLog(log),
    revision: { refresh: () => Promise.resolve() },
    metrics: createMetrics(),
  };
  return {
    sync: () => followNode(options, { catchingUp: null }),
    async receive(payload) {
      await takeAndRetry(options, readPayload(payload, protocolContract));
    },
  };
}

/** The indexer logs an error only when it quarantines a block. */
function fail(line: string): never {
  throw new Error(line);
}

/** Creates a node that has these blocks, each the parent of the next, and the one before them. */
export function nodeWith(blocks: readonly NewBlock[]): ChainNode {
  const byId = new Map<string | number, unknown>(
    blocks.flatMap((block) => [
      [block.index_block_hash, block],
      [block.block_height, block],
    ]),
  );
  const [first] = blocks;
  // The indexer asks by height for the last block that it shares with the node.
  const before = {
    index_block_hash: first?.parent_index_block_hash,
    parent_index_block_hash: hashOf("before"),
  };
  if (first !== undefined) byId.set(first.block_height - 1, before);
  return nodeOf(blocks.at(-1)?.block_height ?? 0, (id) => byId.get(id) ?? null);
}

/** Creates a node that has the blocks of `bench.calls`. It answers by height only: an empty index asks for no hash. */
export async function readMadeUpChain({ kysely }: Database): Promise<ChainNode> {
  const { rows } = await sql<{ height: number }>`
    select max(height)::bigint as height from bench.calls`.execute(kysely);
  return nodeOf(rows[0]?.height ?? 0, async (id) => {
    const height = Number(id);
    const parent = height === 1 ? `0x${"0".repeat(64)}` : hashOf(`block ${height - 1}`);
    // The first block is of 2025-06-15.
    const place = { label: "block", height, time: 1_750_000_000 + height * 5, parent };
    const calls = await sql<Call>`
      select sender, event from bench.calls where height = ${height} order by tx_index`.execute(
      kysely,
    );
    return makeBlock(place, calls.rows);
  });
}

function nodeOf(height: number, block: (id: string | number) => unknown): ChainNode {
  return {
    tip: () => Promise.resolve({ height, indexBlockHash: null }),
    async block(id) {
      // A node answers over the network, so other work gets its turn meanwhile.
      await setImmediate();
      const payload = await block(id);
      return payload === null ? null : readPayload(payload, protocolContract);
    },
    transaction: () => Promise.resolve(null),
    firstHeight: () => Promise.resolve(1),
  };
}
