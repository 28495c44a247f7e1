import type { NewBlock } from "@colonnade/service/chain/new-block.ts";
import type { ChainNode } from "@colonnade/service/chain/node.ts";
import type { Database } from "@colonnade/service/db/database.ts";
import { createIndexer, type Indexer } from "@colonnade/service/indexer/indexer.ts";
import pino from "pino";
import { protocolContract } from "./blocks.ts";

/** The service's indexer on a database, with a node that has some blocks. Nothing may be set aside. */
export function createBenchIndexer(
  database: Database,
  blocks: readonly NewBlock[] = [],
  firstHeight = 1,
): Indexer {
  return createIndexer({
    database,
    node: nodeWith(blocks, firstHeight),
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

function nodeWith(blocks: readonly NewBlock[], firstHeight: number): ChainNode {
  const byId = new Map<string | number, NewBlock>(
    blocks.flatMap((block) => [
      [block.index_block_hash, block],
      [block.block_height, block],
    ]),
  );
  const tip = blocks.at(-1);
  return {
    tip: () =>
      Promise.resolve({
        height: tip?.block_height ?? 0,
        indexBlockHash: tip?.index_block_hash ?? null,
      }),
    block: (id) => Promise.resolve(byId.get(id) ?? null),
    transaction: () => Promise.resolve(null),
    firstHeight: () => Promise.resolve(firstHeight),
  };
}
