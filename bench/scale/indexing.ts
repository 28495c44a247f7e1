import type { NewBlock } from "@colonnade/service/chain/new-block.ts";
import type { ChainNode } from "@colonnade/service/chain/node.ts";
import type { Database } from "@colonnade/service/db/database.ts";
import { createIndexer, type Indexer } from "@colonnade/service/indexer/indexer.ts";
import { protocolContract } from "@colonnade/service/tests/support/blocks.ts";
import pino from "pino";
import type { Mark } from "./mark.ts";

/** What a node has beyond a database: the blocks after a mark in it. */
interface Ahead {
  mark: Mark;
  blocks: readonly NewBlock[];
}

/** The service's indexer on a database, with a node that may be ahead of it. Nothing may be set aside. */
export function createBenchIndexer(database: Database, ahead?: Ahead): Indexer {
  return createIndexer({
    database,
    node: nodeThatIs(ahead),
    protocolContract,
    canStartOver: false,
    isLeading: () => true,
    log: pino({ level: "error" }, { write: fail }),
    onIndexed: () => Promise.resolve(),
  });
}

/** What is logged as an error is that a block was set aside. */
function fail(line: string): never {
  throw new Error(line);
}

function nodeThatIs(ahead: Ahead | undefined): ChainNode {
  const blocks = ahead?.blocks ?? [];
  const byId = new Map<string | number, unknown>(
    blocks.flatMap((block) => [
      [block.index_block_hash, block],
      [block.block_height, block],
    ]),
  );
  // Where both part, by its height: what the indexer reads of a block that it knows.
  if (ahead !== undefined) byId.set(ahead.mark.height, { index_block_hash: ahead.mark.hash });
  const tip = blocks.at(-1);
  return {
    tip: () =>
      Promise.resolve({
        height: tip?.block_height ?? 0,
        indexBlockHash: tip?.index_block_hash ?? null,
      }),
    block: (id) => Promise.resolve(byId.get(id) ?? null),
    transaction: () => Promise.resolve(null),
    firstHeight: () => Promise.resolve(1),
  };
}
